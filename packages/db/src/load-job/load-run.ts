import type { LoadBatch, LoadJob, Prisma } from '../generated/client.ts'
import type { LoadJobStatus } from '../generated/enums.ts'
import { lockRow } from '../lock-row.ts'
import { StaleWriterError } from '../stale-writer.ts'
import { tellCounts } from '../tell-counts.ts'
import type { Database, Transaction } from '../transaction.ts'

/** A load has up to a hundred thousand files: their rows take longer to change than a transaction may take by default. */
export const slowTransaction = { timeout: 30_000, maxWait: 10_000 } as const

/** One start of a load job. Resuming and retrying make a new one, and a run of an older generation may not write. */
export interface LoadRun {
  jobId: string
  generation: number
}

export const activeLoadStatuses = ['queued', 'running', 'pausing', 'cancelling'] as const

/** What a person wants of a run by now. */
export type LoadOrders = 'go-on' | 'pause' | 'cancel'

const ordersOf: Readonly<Partial<Record<LoadJobStatus, LoadOrders>>> = {
  running: 'go-on',
  pausing: 'pause',
  cancelling: 'cancel',
}

/** queued → running. Also answers a run that was begun before and goes on. Throws StaleWriterError. */
export async function beginLoad(db: Database, run: LoadRun, now: Date): Promise<LoadJob> {
  await db.$executeRaw`
    UPDATE load_job
    SET status = 'running', "startedAt" = coalesce("startedAt", ${now}), "finishedAt" = NULL, error = NULL,
      "waitReason" = NULL
    WHERE id = ${run.jobId} AND generation = ${run.generation} AND status = 'queued'`
  const job = await db.loadJob.findUnique({ where: { id: run.jobId } })
  if (!job || job.generation !== run.generation || !ordersOf[job.status])
    throw new StaleWriterError(`Load job ${run.jobId}`)
  return job
}

/** Throws StaleWriterError when the run is not the current one any more. */
export async function readLoadOrders(db: Database, run: LoadRun): Promise<LoadOrders> {
  const job = await db.loadJob.findUnique({
    where: { id: run.jobId },
    select: { generation: true, status: true },
  })
  const orders = job && ordersOf[job.status]
  if (!orders || job.generation !== run.generation) throw new StaleWriterError(`Load job ${run.jobId}`)
  return orders
}

/** A choice that people may change while the load runs, as they want it by now: of its loadSpec of packages/domain. */
export async function readLoadRule(
  db: Database,
  jobId: string,
  rule: 'duplicates' | 'lostReplica',
): Promise<unknown> {
  const [row] = await db.$queryRaw<{ rule: unknown }[]>`
    SELECT spec->${rule}::text AS rule FROM load_job WHERE id = ${jobId}`
  return row?.rule ?? undefined
}

type LoadJobChange = {
  waitReason?: string | null
  rowsBefore?: bigint
  rowsAfter?: bigint
  takeOvers?: Prisma.InputJsonValue
}

/** Throws StaleWriterError when the run is not the current one any more. */
export async function recordLoad(db: Transaction, run: LoadRun, change: LoadJobChange): Promise<void> {
  const { count } = await db.loadJob.updateMany({
    where: {
      id: run.jobId,
      generation: run.generation,
      status: { in: ['running', 'pausing', 'cancelling'] },
    },
    data: change,
  })
  if (count !== 1) throw new StaleWriterError(`Load job ${run.jobId}`)
}

/**
 * Settles a run from its files: completed when each is loaded, else cancelled or paused when a person asked for it, else
 * failed. A pause that leaves nothing to go on with is a failure. Batches that were not begun stay planned after a pause
 * or a failure. `record` writes what follows from it in the same transaction. Null: it is not the current run.
 */
export async function settleLoad(
  db: Database,
  run: LoadRun,
  settlement: { now: Date; rowsAfter: bigint | null },
  record: (tx: Transaction, settled: LoadJob) => Promise<void>,
): Promise<LoadJobStatus | null> {
  const { now, rowsAfter } = settlement
  return db.$transaction(async (tx) => {
    await lockRow(tx, 'load_job', run.jobId)
    const job = await tx.loadJob.findUnique({ where: { id: run.jobId } })
    const orders = job && ordersOf[job.status]
    if (!orders || job.generation !== run.generation) return null
    const groups = await tx.loadFile.groupBy({
      by: ['status'],
      where: { jobId: run.jobId },
      _count: true,
    })
    const count = (status: string) => groups.find((group) => group.status === status)?._count ?? 0
    const openBatches = await tx.loadBatch.count({
      where: { jobId: run.jobId, status: { in: ['planned', 'loading', 'publishing'] } },
    })
    const stopped =
      orders === 'cancel' ? 'cancelled' : orders === 'pause' && openBatches > 0 ? 'paused' : 'failed'
    const status = count('loaded') === job.totalFiles ? 'completed' : stopped
    if (status === 'cancelled') {
      for (const keepsStaged of [true, false])
        await tx.loadBatch.updateMany({
          where: { jobId: run.jobId, status: { in: ['planned', 'loading'] }, keepsStaged },
          data: { status: 'cancelled', finishedAt: now, waitReason: keepsStaged ? keptAfterEnd : null },
        })
      await tx.loadFile.updateMany({
        where: { jobId: run.jobId, status: { in: ['waiting', 'loading'] } },
        data: { status: 'cancelled' },
      })
    }
    const firstFailed =
      status === 'failed'
        ? await tx.loadBatch.findFirst({
            where: { jobId: run.jobId, error: { not: null } },
            orderBy: { finishedAt: 'desc' },
            select: { error: true },
          })
        : null
    const missing = job.totalFiles - count('loaded')
    const open = count('waiting') + count('loading')
    const settled = await tx.loadJob.update({
      where: { id: run.jobId },
      data: {
        status,
        finishedAt: status === 'paused' ? null : now,
        waitReason: null,
        rowsAfter,
        error:
          status === 'failed'
            ? [
                `${missing} of ${job.totalFiles} objects ${missing === 1 ? 'is' : 'are'} not loaded: ${tellCounts(
                  [
                    [count('failed'), 'failed'],
                    [count('changed'), 'changed in the bucket'],
                    [open, 'not started'],
                  ],
                )}.`,
                ...(firstFailed?.error ? [firstFailed.error] : []),
              ].join(' ')
            : null,
      },
    })
    await record(tx, settled)
    return status
  }, slowTransaction)
}

/** How long what a load has staged outlives its end: a retry goes on from it. */
const keptAfterEndMinutes = 60
const keptAfterEnd = `All of its rows are staged, and none is in the table. A retry within ${keptAfterEndMinutes} minutes publishes them without reading the objects again; then the staging tables are dropped.`

/** Where an attempt has staged its rows. */
export type StagedAttempt = Pick<LoadBatch, 'ordinal' | 'attempt'>

/** What is staged, not in the table, and can be gone on from. */
export async function listStagedAttempts(tx: Transaction, jobId: string): Promise<StagedAttempt[]> {
  return tx.loadBatch.findMany({
    where: { jobId, keepsStaged: true, status: { in: ['planned', 'loading', 'cancelled'] } },
    select: { ordinal: true, attempt: true },
  })
}

/**
 * Of a job that has ended or is paused and has no batch still to arrive: what it has staged and keeps. All else of it may
 * be dropped, and no later run goes on from it. Null: nothing of it may be dropped.
 */
export async function releaseStaged(
  db: Database,
  job: { id: string; clusterId: string },
  now: Date,
): Promise<{ spec: LoadJob['spec']; kept: StagedAttempt[] } | null> {
  return db.$transaction(async (tx) => {
    await lockRow(tx, 'load_job', job.id)
    const found = await tx.loadJob.findFirst({
      where: {
        ...job,
        status: { notIn: [...activeLoadStatuses] },
        batches: { none: { status: 'publishing' } },
      },
      select: { spec: true, status: true, finishedAt: true },
    })
    if (!found) return null
    const { spec, status, finishedAt } = found
    const latest = now.getTime() - keptAfterEndMinutes * 60_000
    if (status !== 'paused' && (finishedAt === null || finishedAt.getTime() < latest))
      await tx.loadBatch.updateMany({
        where: { jobId: job.id, keepsStaged: true },
        data: { keepsStaged: false, waitReason: null },
      })
    return { spec, kept: await listStagedAttempts(tx, job.id) }
  })
}
