import {
  beginLoad,
  type LoadRun,
  listOpenBatches,
  recordLoad,
  StaleWriterError,
  settleLoad,
} from '@frostline/db'
import { applyTakeOvers, knownLoss, loadSpec, takeOver } from '@frostline/domain'
import { z } from 'zod'
import type { ChangeAnnouncer } from '../announcer.ts'
import type { WorkflowDeps } from '../deps.ts'
import { Backoff, pause } from '../pause.ts'
import { registerLedgerWorkflow } from '../worker/ledger-workflow.ts'
import { auditLoad } from './audit-load.ts'
import { createBadRowsTables } from './bad-rows.ts'
import { countRows, countSettledRows } from './count-rows.ts'
import { LoadOrdersReader } from './load-orders.ts'
import type { LoadTask } from './load-task.ts'
import { runBatch } from './run-batch.ts'
import { dropAllStaging } from './staging.ts'
import { ReplicaWatch } from './watch-replicas.ts'

/**
 * The durable workflow of one start of a load job: the ledger says which batches are left, each batch observes before it
 * acts, and its ledger writes are fenced, so that it may be begun again anywhere.
 */
export function registerLoadJob(deps: WorkflowDeps) {
  return registerLedgerWorkflow<LoadRun>(deps, {
    name: 'load-job',
    noun: 'A load job',
    drive: (announcer, run) => carryOut(deps, announcer, run),
    settle: (announcer, run) => settle(deps, announcer, run),
  })
}

/** The same start always has the same id, so that starting it twice starts it once. */
export function loadWorkflowId(run: LoadRun): string {
  return `load-job/${run.jobId}/${run.generation}`
}

/** One go at the run, from wherever the ledger stands. Throws StaleWriterError when it is not the current one. */
export async function carryOut(
  deps: WorkflowDeps,
  announcer: Pick<ChangeAnnouncer, 'announce'>,
  run: LoadRun,
): Promise<void> {
  const task = await openTask(deps, announcer, run)
  task.announce()
  await task.replicas.recall(task)
  void task.replicas.watch(task)
  try {
    await countBefore(task)
    await createBadRowsTables(task)
    await takeBatches(task)
  } finally {
    task.replicas.stop()
  }
}

/** Begins the run, or goes on with it. */
async function openTask(
  deps: WorkflowDeps,
  announcer: Pick<ChangeAnnouncer, 'announce'>,
  run: LoadRun,
): Promise<LoadTask> {
  const job = await beginLoad(deps.db, run, deps.now())
  const { nodes } = await deps.clusters.get(job.clusterId)
  const takeOvers = z.array(takeOver).parse(job.takeOvers)
  const pipeline =
    job.pipelineId === null
      ? null
      : await deps.db.loadPipeline.findUnique({
          where: { id: job.pipelineId },
          select: { lostReplicas: true },
        })
  return {
    deps,
    run,
    job,
    spec: applyTakeOvers(loadSpec.parse(job.spec), takeOvers, nodes),
    nodes,
    orders: LoadOrdersReader.of(deps, run),
    replicas: new ReplicaWatch(takeOvers, z.array(knownLoss).parse(pipeline?.lostReplicas ?? [])),
    announce: () => announcer.announce('load-job', run.jobId),
  }
}

/** Some batches at a time, each to its end. After an order to stop only what is begun is taken up, to be put back or ended. */
async function takeBatches(task: LoadTask): Promise<void> {
  const { db } = task.deps
  const { jobId } = task.run
  const open = await listOpenBatches(db, jobId)
  const underWay = new Set<string>()
  let stopped = false
  async function lane(): Promise<void> {
    for (let next = open.shift(); next; next = open.shift()) {
      stopped ||= await task.orders.stopped()
      if (stopped && next.status === 'planned') continue
      underWay.add(next.id)
      const end = await runBatch(task, next.id)
      underWay.delete(next.id)
      if (end === 'stop-job') stopped = true
      if (end !== 'replanned') continue
      const known = new Set([...underWay, ...open.map(({ id }) => id)])
      open.push(...(await listOpenBatches(db, jobId)).filter(({ id }) => !known.has(id)))
    }
  }
  await Promise.all(Array.from({ length: task.spec.tuning.batchesAtOnce }, lane))
}

async function countBefore(task: LoadTask): Promise<void> {
  const backoff = new Backoff(500, 10_000)
  while (task.job.rowsBefore === null && !(await task.orders.stopped())) {
    const rowsBefore = await countRows(task)
    if (rowsBefore !== null) return recordLoad(task.deps.db, task.run, { rowsBefore, waitReason: null })
    await recordLoad(task.deps.db, task.run, {
      waitReason: 'The rows of the table cannot be counted: a node does not answer.',
    })
    task.announce()
    await pause(backoff.next(), () => task.orders.stopped())
  }
}

export async function settle(
  deps: WorkflowDeps,
  announcer: Pick<ChangeAnnouncer, 'announce'>,
  run: LoadRun,
): Promise<void> {
  let rowsAfter: bigint | null = null
  try {
    const task = await openTask(deps, announcer, run)
    const publishing = await deps.db.loadBatch.count({ where: { jobId: run.jobId, status: 'publishing' } })
    const [counted] = await Promise.all([
      countSettledRows(task),
      publishing === 0 ? dropAllStaging(task) : null,
    ])
    rowsAfter = counted
  } catch (error) {
    if (error instanceof StaleWriterError) return
    deps.log.warn({ error, ...run }, 'A load job ends without its last look at the cluster')
  }
  const status = await settleLoad(deps.db, run, { now: deps.now(), rowsAfter }, (tx, settled) =>
    auditLoad(deps, tx, settled),
  )
  if (status === null) return
  announcer.announce('load-job', run.jobId)
  deps.log.info({ ...run, status }, 'Load job settled')
}
