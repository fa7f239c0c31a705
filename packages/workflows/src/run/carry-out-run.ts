import { setTimeout as sleep } from 'node:timers/promises'
import {
  beginRun,
  type Run,
  type RunRef,
  readRun,
  StaleWriterError,
  settleRun,
  type Transaction,
} from '@frostline/db'
import { mayBeginByRules, outcomeOfRun, recordAudit } from '@frostline/services'
import type { ChangeAnnouncer } from '../announcer.ts'
import type { WorkflowDeps } from '../deps.ts'
import { workerContext } from '../worker/worker-context.ts'
import type { WorkOfKind } from './work-of-kind.ts'

const waitForTurnMs = 1_000

type Announcer = Pick<ChangeAnnouncer, 'announce'>

/** A worker's entry in the log of a run. */
export function orderOfWorker(deps: WorkflowDeps) {
  const { type, id, name } = workerContext(deps).actor
  return { by: { type, id, name }, now: deps.now() }
}

/** One go at the run, from wherever the ledger stands. Throws StaleWriterError when it is not the current start. */
export async function driveRun(
  deps: WorkflowDeps,
  announcer: Announcer,
  work: WorkOfKind,
  ref: RunRef,
): Promise<void> {
  const run = await begin(deps, work, ref)
  const announce = () => announcer.announce(ref.kind, ref.id)
  announce()
  // It had failed before it could be settled.
  if (run.error === null) await work.drive({ deps, ref, run, announce })
}

/** Whether it is its turn, and no approval is missing. */
export async function mayBeginRun(
  tx: Transaction,
  deps: WorkflowDeps,
  { mayBegin }: WorkOfKind,
  ref: RunRef,
): Promise<boolean> {
  return (await mayBeginByRules(tx, ref, deps.now())) && (!mayBegin || (await mayBegin(tx, ref)))
}

async function begin(deps: WorkflowDeps, work: WorkOfKind, ref: RunRef): Promise<Run> {
  for (;;) {
    const run = await beginRun(deps.db, ref, orderOfWorker(deps), (tx) => mayBeginRun(tx, deps, work, ref))
    if (run !== null) return run
    await sleep(waitForTurnMs)
  }
}

/** Settles it, with its audit entry. Returns whether there is more to do instead. */
export async function endRun(
  deps: WorkflowDeps,
  announcer: Announcer,
  work: WorkOfKind,
  ref: RunRef,
): Promise<boolean> {
  if (!(await lookBeforeEnd(deps, announcer, work, ref))) return false
  const settled = await settleRun(deps.db, ref, orderOfWorker(deps), {
    judge: work.judge,
    timeoutMs: work.judgeTimeoutMs,
    async record(tx, run) {
      // It continues, or waits for a person.
      if (run.status === 'queued' || (run.status === 'paused' && !work.auditsPause)) return
      await auditEnd(deps, work, tx, run)
    },
  })
  if (settled === null) return false
  if (settled === 'goes-on') return true
  await work.afterwards?.(deps, ref.id)
  announcer.announce(ref.kind, ref.id)
  deps.log.info({ ...ref, status: settled.status }, 'Settled a run')
  return false
}

/** False: it is not the current generation. */
async function lookBeforeEnd(
  deps: WorkflowDeps,
  announcer: Announcer,
  { beforeEnd }: WorkOfKind,
  ref: RunRef,
): Promise<boolean> {
  if (!beforeEnd) return true
  try {
    const run = await readRun(deps.db, ref)
    await beforeEnd({ deps, ref, run, announce: () => announcer.announce(ref.kind, ref.id) })
  } catch (error) {
    if (error instanceof StaleWriterError) return false
    deps.log.warn({ error, ...ref }, 'Ending a run without its last reading of the cluster')
  }
  return true
}

async function auditEnd(deps: WorkflowDeps, work: WorkOfKind, tx: Transaction, run: Run): Promise<void> {
  const [cluster, { didSome, details, status = run.status, ...about }] = await Promise.all([
    tx.cluster.findUniqueOrThrow({ where: { id: run.clusterId }, select: { name: true } }),
    work.describe(tx, run.id),
  ])
  await recordAudit(tx, workerContext(deps), {
    ...{
      action: `${work.kind}.${run.status === 'paused' ? 'pause' : 'finish'}`,
      objectType: work.kind,
      objectId: run.id,
      ...about,
    },
    ...{ clusterId: run.clusterId, clusterName: cluster.name },
    outcome: outcomeOfRun({ status, didSome }),
    details: { status, requestedBy: run.requestedBy, ...details },
    error: run.error ?? undefined,
  })
}
