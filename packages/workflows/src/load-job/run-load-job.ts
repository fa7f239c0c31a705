import { endLoadBatches, listOpenBatches, recordLoad, type Transaction } from '@frostline/db'
import { applyTakeOvers, knownLoss, loadSpec, takeOver } from '@frostline/domain'
import { z } from 'zod'
import { Backoff, pause } from '../pause.ts'
import { type BegunRun, RunTask } from '../run/run-task.ts'
import type { WorkOfKind } from '../run/work-of-kind.ts'
import { createBadRowsTables } from './bad-rows.ts'
import { countRows, countSettledRows } from './count-rows.ts'
import type { LoadTask } from './load-task.ts'
import { runBatch } from './run-batch.ts'
import { dropAllStaging } from './staging.ts'
import { ReplicaWatch } from './watch-replicas.ts'

/** An audit entry stays readable; the ledger holds every statement in full. */
const maxStatements = 200
const maxCharacters = 4_000

/** For the audit: what it was about, its figures, and the statements that were sent for it. */
async function describeLoad(tx: Transaction, id: string) {
  const where = { batch: { jobId: id }, status: { not: 'unsent' as const } }
  const [job, statements, sent, loaded] = await Promise.all([
    tx.loadJob.findUniqueOrThrow({ where: { id } }),
    tx.loadStatement.findMany({
      where,
      select: { sql: true, queryId: true, nodeName: true },
      orderBy: { sentAt: 'asc' },
      take: maxStatements,
    }),
    tx.loadStatement.count({ where }),
    tx.loadFile.aggregate({
      where: { jobId: id, status: 'loaded' },
      _count: true,
      _sum: { rows: true, sizeBytes: true },
    }),
  ])
  const { target } = loadSpec.parse(job.spec)
  return {
    objectName: job.title,
    didSome: loaded._count > 0,
    statements: statements.map(({ nodeName: node, sql, queryId }) => ({ node, sql: shorten(sql), queryId })),
    details: {
      source: job.sourceName,
      table: `${target.database}.${target.table}`,
      loadedObjects: loaded._count,
      objects: job.totalFiles,
      loadedRows: String(loaded._sum.rows ?? 0n),
      loadedBytes: String(loaded._sum.sizeBytes ?? 0n),
      statements: sent,
    },
  }
}

/** A statement may name thousands of objects. */
function shorten(sql: string): string {
  if (sql.length <= maxCharacters) return sql
  return `${sql.slice(0, maxCharacters)} … (cut after ${maxCharacters} of ${sql.length} characters; the batch of the load has all)`
}

/**
 * The ledger says which batches are left, each batch observes before it acts, and its ledger writes are fenced, so that it may
 * be begun again anywhere.
 */
export const loadWork: WorkOfKind = {
  kind: 'load-job',
  maxAtOnce: 8,
  drive: carryOut,
  beforeEnd: lookLast,
  judge: endLoadBatches,
  describe: describeLoad,
}

async function carryOut(begun: BegunRun): Promise<void> {
  const task = await openTask(begun)
  await task.replicas.recall(task)
  void task.replicas.watch(task)
  const ending = new AbortController()
  // Not of a copy: the task changes when another node takes over from a lost one.
  task.countedBefore = countBefore(task, ending.signal)
  task.countedBefore.catch(() => undefined)
  try {
    await createBadRowsTables(task)
    await takeBatches(task)
  } finally {
    task.replicas.stop()
    ending.abort()
    await task.countedBefore.catch(() => undefined)
  }
}

async function openTask(begun: BegunRun): Promise<LoadTask & { replicas: ReplicaWatch }> {
  const { deps, ref, run, announce } = begun
  const [job, { nodes }] = await Promise.all([
    deps.db.loadJob.findUniqueOrThrow({
      where: { id: ref.id },
      include: { pipeline: { select: { lostReplicas: true } } },
    }),
    deps.clusters.get(run.clusterId),
  ])
  const takeOvers = z.array(takeOver).parse(job.takeOvers)
  const orders = new RunTask(begun)
  return {
    ...{ deps, run: ref, job, nodes, orders, announce },
    clusterId: run.clusterId,
    wait: (place, reason) => orders.wait(place, reason),
    spec: applyTakeOvers(loadSpec.parse(job.spec), takeOvers, nodes),
    countedBefore: Promise.resolve(true),
    replicas: new ReplicaWatch(takeOvers, z.array(knownLoss).parse(job.pipeline?.lostReplicas ?? [])),
  }
}

/** Some batches at a time, each to its end. After an order to stop only what is begun is taken up, to be put back or ended. */
async function takeBatches(task: LoadTask): Promise<void> {
  const { db } = task.deps
  const { id: jobId } = task.run
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

/** Beside the first batches. False: the run was stopped before, or ends. */
async function countBefore(task: LoadTask, ending: AbortSignal): Promise<boolean> {
  const { db } = task.deps
  const ends = async () => ending.aborted || (await task.orders.stopped())
  const backoff = new Backoff(500, 10_000)
  if (task.job.rowsBefore !== null) return true
  while (!(await ends())) {
    const rowsBefore = await countRows(task)
    if (rowsBefore !== null) await recordLoad(db, task.run, { rowsBefore })
    const reason = 'The rows of the table cannot be counted: a node does not answer.'
    await task.wait('count', rowsBefore === null ? reason : null)
    if (rowsBefore !== null) return true
    await pause(backoff.next(), ends)
  }
  return false
}

/** Counts the rows once more, and drops what nobody goes on from. */
async function lookLast(begun: BegunRun): Promise<void> {
  const { db } = begun.deps
  const { ref } = begun
  const [task, publishing] = await Promise.all([
    openTask(begun),
    db.loadBatch.count({ where: { jobId: ref.id, status: 'publishing' } }),
    recordLoad(db, ref, { rowsAfter: null }),
  ])
  const [rowsAfter] = await Promise.all([
    countSettledRows(task),
    publishing === 0 ? dropAllStaging(task) : null,
  ])
  await recordLoad(db, ref, { rowsAfter })
}
