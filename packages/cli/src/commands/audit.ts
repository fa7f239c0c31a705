import type { Command } from 'commander'
import { defineCommand, withCluster } from '../define-command.ts'
import type { ExitName } from '../exit-codes.ts'
import { formatTime } from '../format/quantities.ts'
import { readCount } from '../format/read-options.ts'
import { readMoment } from '../format/read-values.ts'
import { renderTable } from '../format/render-table.ts'
import type { ClusterOptions, Host, Session } from '../session.ts'

interface AuditOptions extends ClusterOptions {
  actor?: string
  action?: string
  object?: string
  outcome?: 'requested' | 'succeeded' | 'partly' | 'failed' | 'cancelled' | 'denied'
  from?: string
  to?: string
  limit: number
}

export function addAuditCommand(program: Command, host: Host): void {
  withCluster(
    defineCommand(program, 'audit', 'List the audit log, newest first', [
      'audit --from 7d',
      'audit --action tier-migration. --outcome failed',
      'audit --actor ann --json',
    ]),
  )
    .option('--actor <text>', 'only by people and tokens whose name contains this')
    .option('--action <name>', 'only this action, or those that start with it if it ends in a dot')
    .option('--object <text>', 'only objects whose name contains this')
    .option('--outcome <outcome>', 'requested, succeeded, partly, failed, cancelled or denied')
    .option('--from <time>', 'since this date, or this long ago')
    .option('--to <time>', 'before this date, or this long ago')
    .option('--limit <count>', 'at most this many', readCount, 50)
    .action((options: AuditOptions) => host.run(options, (session) => listAudit(session, options)))
}

async function listAudit(session: Session, options: AuditOptions): Promise<ExitName> {
  const { actor, action, object, outcome, limit } = options
  const now = session.io.now()
  const clusterId =
    options.cluster === undefined ? undefined : (await session.findCluster(options.cluster)).id
  const answer = await session.api.call('GET /audit', {
    query: {
      ...{ actor, action, object, outcome, limit, clusterId },
      from: options.from === undefined ? undefined : readMoment(options.from, now),
      to: options.to === undefined ? undefined : readMoment(options.to, now),
    },
  })
  session.print(answer, () =>
    renderTable(answer.entries, [
      { title: 'TIME', text: ({ at }) => formatTime(at) },
      { title: 'WHO', text: ({ actorName }) => actorName },
      { title: 'ACTION', text: (entry) => entry.action },
      { title: 'OBJECT', text: ({ objectName }) => objectName },
      { title: 'CLUSTER', text: ({ clusterName }) => clusterName ?? '' },
      {
        title: 'OUTCOME',
        text: (entry) => (entry.error === null ? entry.outcome : `${entry.outcome}: ${entry.error}`),
      },
    ]),
  )
  return 'ok'
}
