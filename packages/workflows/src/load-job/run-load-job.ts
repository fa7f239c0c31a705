import { setTimeout as sleep } from 'node:timers/promises'
import { activeRows, QueryFailedError, replicaKeeper, replicaStates } from '@frostline/clickhouse'
import {
  beginLoad,
  type LoadRun,
  listOpenBatches,
  recordLoad,
  StaleWriterError,
  settleLoad,
} from '@frostline/db'
import { groupBy, loadSpec } from '@frostline/domain'
import type { ConnectedNode } from '@frostline/services'
import type { ChangeAnnouncer } from '../announcer.ts'
import type { WorkflowDeps } from '../deps.ts'
import { Backoff, pause } from '../pause.ts'
import { registerLedgerWorkflow } from '../worker/ledger-workflow.ts'
import { auditLoad } from './audit-load.ts'
import { createBadRowsTables } from './bad-rows.ts'
import { LoadOrdersReader } from './load-orders.ts'
import { type LoadTask, nodeOf } from './load-task.ts'
import { runBatch } from './run-batch.ts'
import { dropAllStaging } from './staging.ts'

const mostWaitForFetchesMs = 20_000

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
  await countBefore(task)
  await createBadRowsTables(task)
  await takeBatches(task)
}

/** Begins the run, or goes on with it. */
async function openTask(
  deps: WorkflowDeps,
  announcer: Pick<ChangeAnnouncer, 'announce'>,
  run: LoadRun,
): Promise<LoadTask> {
  const job = await beginLoad(deps.db, run, deps.now())
  const { nodes } = await deps.clusters.get(job.clusterId)
  return {
    deps,
    run,
    job,
    spec: loadSpec.parse(job.spec),
    nodes,
    orders: new LoadOrdersReader(deps, run),
    announce: () => announcer.announce('load-job', run.jobId),
  }
}

/** Some batches at a time, each to its end. After an order to stop only what is begun is taken up, to be put back or ended. */
async function takeBatches(task: LoadTask): Promise<void> {
  const open = await listOpenBatches(task.deps.db, task.run.jobId)
  let stopped = false
  async function lane(): Promise<void> {
    for (let next = open.shift(); next; next = open.shift()) {
      stopped ||= await task.orders.stopped()
      if (stopped && next.status === 'planned') continue
      if ((await runBatch(task, next.id)) === 'stop-job') stopped = true
    }
  }
  await Promise.all(Array.from({ length: task.spec.tuning.batchesAtOnce }, lane))
}

/** Null: a node cannot be asked. */
async function countRows(task: LoadTask, nodes: readonly ConnectedNode[]): Promise<bigint | null> {
  const { database, table } = task.spec.landing
  try {
    const counts = await Promise.all(nodes.map(({ client }) => client.query(activeRows, { database, table })))
    return counts.reduce((sum, { rows: [row] }) => sum + (row?.rows ?? 0n), 0n)
  } catch (error) {
    task.deps.log.warn({ ...task.run, error }, 'The rows of the table could not be counted')
    return null
  }
}

/** Nodes that have all rows between them, each row once: of a replicated table one for each shard. */
function countingNodes(task: LoadTask): ConnectedNode[] {
  const { nodes: names, replicated } = task.spec.landing
  const nodes = names.map((name) => nodeOf(task, name))
  if (!replicated) return nodes
  return [...groupBy(nodes, ({ shard }) => String(shard)).values()].map(([first]) => first)
}

/** After the last batch. Null too when a replica has not fetched in time what others have been given. */
async function countAfter(task: LoadTask): Promise<bigint | null> {
  const { database, table, replicated } = task.spec.landing
  const nodes = countingNodes(task)
  const fetched = await Promise.all(nodes.map(({ client }) => !replicated || waitForFetches(client)))
  return fetched.every(Boolean) ? countRows(task, nodes) : null

  async function waitForFetches(client: ConnectedNode['client']): Promise<boolean> {
    const deadline = performance.now() + mostWaitForFetchesMs
    while (performance.now() < deadline) {
      try {
        const [states, keeper] = await Promise.all([
          client.query(replicaStates, { database, table }),
          client.query(replicaKeeper, { databases: [database], tables: [table] }),
        ])
        if (!states.rows[0]?.inserts_in_queue && !keeper.rows[0]?.log_behind) return true
      } catch (error) {
        if (!(error instanceof QueryFailedError)) throw error
      }
      await sleep(500)
    }
    return false
  }
}

async function countBefore(task: LoadTask): Promise<void> {
  const backoff = new Backoff(500, 10_000)
  while (task.job.rowsBefore === null && !(await task.orders.stopped())) {
    const rowsBefore = await countRows(task, countingNodes(task))
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
    const [counted] = await Promise.all([countAfter(task), publishing === 0 ? dropAllStaging(task) : null])
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
