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
import { applyTakeOvers, groupBy, loadSpec, takeOver } from '@frostline/domain'
import type { ConnectedNode } from '@frostline/services'
import { z } from 'zod'
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
import { ReplicaWatch } from './watch-replicas.ts'

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
  return {
    deps,
    run,
    job,
    spec: applyTakeOvers(loadSpec.parse(job.spec), takeOvers, nodes),
    nodes,
    orders: LoadOrdersReader.of(deps, run),
    replicas: new ReplicaWatch(takeOvers),
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

/** Each row once; of a replicated table from the replica of each shard that has most of them. Null: nobody can say. */
async function countRows(task: LoadTask, settled: boolean): Promise<bigint | null> {
  const { nodes: names, replicated } = task.spec.landing
  const landing = names.map((name) => nodeOf(task, name))
  if (!replicated) return sumRows(await Promise.all(landing.map((node) => countOn(task, node))))
  const shards = new Set(landing.map(({ shard }) => shard))
  const replicas = task.nodes.filter(({ shard }) => shards.has(shard))
  const counts = await Promise.all(
    replicas.map(async (node) => ({
      shard: node.shard,
      rows: !settled || (await waitForFetches(task, node)) ? await countOn(task, node) : null,
    })),
  )
  return sumRows(
    [...groupBy(counts, ({ shard }) => String(shard)).values()].map((own) =>
      own.reduce<bigint | null>(
        (most, { rows }) => (rows !== null && rows > (most ?? -1n) ? rows : most),
        null,
      ),
    ),
  )
}

function sumRows(counts: readonly (bigint | null)[]): bigint | null {
  return counts.reduce<bigint | null>((sum, rows) => (sum === null || rows === null ? null : sum + rows), 0n)
}

/** Null: it cannot be asked, or has no such table. */
async function countOn(task: LoadTask, { client, name }: ConnectedNode): Promise<bigint | null> {
  const { database, table } = task.spec.landing
  try {
    const { rows } = await client.query(activeRows, { database, table })
    return rows[0]?.rows ?? 0n
  } catch (error) {
    task.deps.log.warn({ ...task.run, node: name, error }, 'The rows of the table could not be counted')
    return null
  }
}

async function waitForFetches(task: LoadTask, { client }: ConnectedNode): Promise<boolean> {
  const { database, table } = task.spec.landing
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
      if (error.failure.kind !== 'refused') return false
    }
    await sleep(500)
  }
  return false
}

async function countBefore(task: LoadTask): Promise<void> {
  const backoff = new Backoff(500, 10_000)
  while (task.job.rowsBefore === null && !(await task.orders.stopped())) {
    const rowsBefore = await countRows(task, false)
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
      countRows(task, true),
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
