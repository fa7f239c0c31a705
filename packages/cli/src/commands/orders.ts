import type { Command } from 'commander'
import type { OperationName } from '../api/client.ts'
import { defineCommand, type WaitOptions, withWait } from '../define-command.ts'
import { CliError, type ExitName } from '../exit-codes.ts'
import { readRunId } from '../format/read-values.ts'
import { nameRun, type Run, readRun } from '../runs/read-run.ts'
import { reportEnd } from '../runs/report-end.ts'
import { waitForRun } from '../runs/wait-for-run.ts'
import type { CommonOptions, Host, Session } from '../session.ts'

type Order = 'pause' | 'resume' | 'cancel' | 'retry'
type Verbs = Partial<Record<Order, string>>
const all: Verbs = { pause: 'pause', resume: 'resume', cancel: 'cancel', retry: 'retry' }

/** How the API names the orders of each kind. */
const paths: Record<Run['kind'], { path: string; verbs: Verbs }> = {
  'tier-migration': { path: 'tier-migrations', verbs: all },
  'load-job': { path: 'loads', verbs: all },
  'data-generation': { path: 'data-generations', verbs: all },
  'cache-warmup': { path: 'cache-warmups', verbs: all },
  'zero-copy-exit': { path: 'zero-copy-exits', verbs: all },
  'bucket-audit': { path: 'bucket-audits', verbs: { cancel: 'cancel', retry: 'retry' } },
  'replica-repair': { path: 'replica-repairs', verbs: { cancel: 'cancel', retry: 'retry' } },
  benchmark: { path: 'benchmarks', verbs: { cancel: 'cancel' } },
  'storage-rollout': { path: 'storage-rollouts', verbs: { cancel: 'cancel', retry: 'finish' } },
  // Cancelling an archive attaches its detached partitions again. Resume also continues a failed one.
  archive: {
    path: 'archives',
    verbs: { pause: 'pause', resume: 'resume', cancel: 'attach', retry: 'resume' },
  },
  'change-set': { path: 'change-sets', verbs: all },
  // Cancelling it also removes the retention.
  'archive-expiry': { path: 'archive-expiries', verbs: { cancel: 'cancel', retry: 'retry' } },
  // Cancelling it also keeps the restored rows.
  'restore-removal': { path: 'restore-removals', verbs: { cancel: 'cancel', retry: 'retry' } },
  'archive-restore': { path: 'archive-restores', verbs: { cancel: 'cancel', retry: 'retry' } },
  // Cancelling a removal restores what it has quarantined. Resume also continues a failed one.
  'orphan-removal': {
    path: 'orphan-removals',
    verbs: { pause: 'pause', resume: 'resume', cancel: 'restore', retry: 'resume' },
  },
}

const descriptions: Record<Order, string> = {
  pause: 'Pause a run after its current work',
  resume: 'Resume a paused run',
  cancel: 'Cancel a run. What it has done stays',
  retry: 'Retry what failed or was cancelled in a run',
}

type OrderOptions = CommonOptions & WaitOptions

export function addOrderCommands(program: Command, host: Host): void {
  for (const order of Object.keys(descriptions) as Order[]) {
    const id = '0198c1de-0000-7000-8000-000000000000'
    const command = defineCommand(program, `${order} <run>`, descriptions[order], [`${order} ${id}`])
    if (order !== 'pause') withWait(command)
    command.action((run: string, options: OrderOptions) =>
      host.run(options, (session) => send(session, order, run, options)),
    )
  }
}

/** The operation of the API for this order. Undefined: the kind does not have it. */
export function operationFor(kind: Run['kind'], order: Order): OperationName | undefined {
  const { path, verbs } = paths[kind]
  const verb = verbs[order]
  return verb === undefined ? undefined : (`POST /${path}/{id}/${verb}` as OperationName)
}

async function send(session: Session, order: Order, given: string, options: OrderOptions): Promise<ExitName> {
  const id = readRunId(given)
  const run = await readRun(session, id)
  const operation = operationFor(run.kind, order)
  if (operation === undefined)
    throw new CliError(
      'refused',
      `${nameRun(run)} cannot be told to ${order}.`,
      'See what it can do on its page.',
    )
  await session.api.call(operation as 'POST /loads/{id}/pause', { path: { id } })
  if (options.wait) {
    const ended = await waitForRun(session, id, options)
    const exit = reportEnd(session.io, ended)
    if (session.json) session.io.out(JSON.stringify(ended, null, 2))
    return order === 'cancel' && ended.status === 'cancelled' ? 'ok' : exit
  }
  const now = await readRun(session, id)
  session.print(now, () => `${nameRun(now)} is ${now.status}.`)
  return 'ok'
}
