import type { Command } from 'commander'
import type { Operations } from '../api/client.ts'
import { defineCommand } from '../define-command.ts'
import type { ExitName } from '../exit-codes.ts'
import { formatBytes, formatTime } from '../format/quantities.ts'
import { renderTable } from '../format/render-table.ts'
import type { CommonOptions, Host, Session } from '../session.ts'

type HeldRun = Operations['GET /approvals']['answer'][number]

export function addApprovalsCommand(program: Command, host: Host): void {
  defineCommand(program, 'approvals', 'List runs that wait until other people have approved them', [
    'approvals',
    'approvals --json',
  ]).action((options: CommonOptions) => host.run(options, listApprovals))
}

async function listApprovals(session: Session): Promise<ExitName> {
  const waiting = await session.api.call('GET /approvals', {})
  session.print(waiting, () =>
    waiting.length === 0 ? 'Nothing waits for an approval.' : renderHeldRuns(waiting),
  )
  if (waiting.length > 0) session.io.note('People approve in the console, under Approvals.')
  return 'ok'
}

function renderHeldRuns(waiting: readonly HeldRun[]): string {
  return renderTable(waiting, [
    { title: 'RUN', text: ({ id }) => id },
    { title: 'KIND', text: ({ kind }) => kind },
    { title: 'OF', text: ({ name }) => name },
    { title: 'CLUSTER', text: ({ clusterSlug }) => clusterSlug },
    { title: 'SIZE', text: ({ bytes }) => (bytes === null ? '' : formatBytes(bytes)), right: true },
    { title: 'BY', text: ({ requestedBy }) => requestedBy },
    { title: 'STARTED', text: ({ createdAt }) => formatTime(createdAt) },
    { title: 'MISSING', text: ({ missing }) => String(missing), right: true },
    { title: 'RULES', text: ({ rules }) => rules.join(', ') },
  ])
}
