import { type LoadBatch, type LoadFile, Prisma } from '../generated/client.ts'
import type { LoadFileStatus } from '../generated/enums.ts'
import { fencedRun, isCurrentRun, type RunRef } from '../run/fence-run.ts'
import { refuseStaleWriter } from '../stale-writer.ts'
import type { Database, Transaction } from '../transaction.ts'

/** The right of one worker's run to write one batch: of the run that claimed it last. */
export interface BatchFence {
  batchId: string
  workerId: string
  run: RunRef
}

const openStatuses = ['loading', 'publishing'] as const

export function fencedBatch({ batchId, workerId, run }: BatchFence) {
  return {
    id: batchId,
    workerId,
    status: { in: [...openStatuses] },
    job: { run: fencedRun(run) },
  } satisfies Prisma.LoadBatchWhereInput
}

/** Batches that are not through, in the order in which they are taken up: what is begun comes first. */
export async function listOpenBatches(
  db: Database,
  jobId: string,
): Promise<Pick<LoadBatch, 'id' | 'ordinal' | 'status'>[]> {
  const open = await db.loadBatch.findMany({
    where: { jobId, status: { in: ['planned', ...openStatuses] } },
    select: { id: true, ordinal: true, status: true },
    orderBy: { ordinal: 'asc' },
  })
  const rank = { publishing: 0, loading: 1, planned: 2 } as const
  const rankOf = (status: LoadBatch['status']) => (status in rank ? rank[status as keyof typeof rank] : 3)
  return open.toSorted((a, b) => rankOf(a.status) - rankOf(b.status) || a.ordinal - b.ordinal)
}

/** Takes the batch for this worker, from whoever had it; what is planned is begun. Null: there is nothing left to do. */
export async function claimBatch(db: Database, fence: BatchFence, now: Date): Promise<LoadBatch | null> {
  const { batchId, workerId, run } = fence
  const [claimed] = await db.$queryRaw<LoadBatch[]>`
    UPDATE load_batch AS batch
    SET status = CASE WHEN batch.status = 'planned' THEN 'loading' ELSE batch.status END, "workerId" = ${workerId},
      "waitReason" = NULL, "leftOut" = CASE WHEN batch.status = 'publishing' THEN batch."leftOut" END, "errorCode" = NULL, error = NULL, "startedAt" = coalesce(batch."startedAt", ${now})
    WHERE batch.id = ${batchId} AND batch."jobId" = ${run.id} AND batch.status IN ('planned', 'loading', 'publishing')
      AND ${isCurrentRun(run)}
    RETURNING batch.*`
  return claimed ?? null
}

/** Begins the next attempt: from here on its staging tables may exist. Answers its number. Throws StaleWriterError. */
export async function beginAttempt(db: Database, fence: BatchFence): Promise<number> {
  return db.$transaction(async (tx) => {
    const { count } = await tx.loadBatch.updateMany({
      where: { ...fencedBatch(fence), status: 'loading' },
      data: { attempt: { increment: 1 }, keepsStaged: true, stagedHash: null },
    })
    refuseStaleWriter(count, `Load batch ${fence.batchId}`)
    const { attempt, jobId, ordinal } = await tx.loadBatch.findUniqueOrThrow({
      where: { id: fence.batchId },
    })
    await tx.loadFile.updateMany({
      where: { jobId, batchOrdinal: ordinal, status: { in: ['waiting', 'loading'] } },
      data: {
        status: 'loading',
        attempts: { increment: 1 },
        errorCode: null,
        error: null,
        errorRow: null,
      },
    })
    return attempt
  })
}

/** Goes on with the last attempt, as it was before a pause or a crash. Throws StaleWriterError. */
export async function resumeAttempt(db: Database, fence: BatchFence): Promise<void> {
  await db.$transaction(async (tx) => {
    await recordBatch(tx, fence, { waitReason: null })
    const { jobId, ordinal } = await tx.loadBatch.findUniqueOrThrow({ where: { id: fence.batchId } })
    await tx.loadFile.updateMany({
      where: { jobId, batchOrdinal: ordinal, status: 'waiting' },
      data: { status: 'loading' },
    })
  })
}

/** What a batch still has to load, by ordinal. */
export async function listFilesToLoad(
  db: Database,
  batch: Pick<LoadBatch, 'jobId' | 'ordinal'>,
): Promise<LoadFile[]> {
  return db.loadFile.findMany({
    where: {
      jobId: batch.jobId,
      batchOrdinal: batch.ordinal,
      status: { in: ['waiting', 'loading'] },
    },
    orderBy: { ordinal: 'asc' },
  })
}

type BatchChange = Pick<
  Prisma.LoadBatchUpdateManyMutationInput,
  | 'waitReason'
  | 'leftOut'
  | 'errorCode'
  | 'error'
  | 'status'
  | 'finishedAt'
  | 'workerId'
  | 'keepsStaged'
  | 'stagedHash'
  | 'readsOneByOne'
  | 'filtersRows'
  | 'rows'
  | 'files'
  | 'sizeBytes'
>

/** Throws StaleWriterError where the batch is another's by now. */
export async function recordBatch(db: Transaction, fence: BatchFence, change: BatchChange): Promise<void> {
  const { count } = await db.loadBatch.updateMany({ where: fencedBatch(fence), data: change })
  refuseStaleWriter(count, `Load batch ${fence.batchId}`)
}

/** What the table would leave out is settled. */
export async function clearLeftOut(db: Transaction, fence: BatchFence): Promise<void> {
  await recordBatch(db, fence, { waitReason: null, leftOut: Prisma.DbNull })
}

export interface FileFailure {
  ordinal: number
  status: Extract<LoadFileStatus, 'failed' | 'changed'>
  errorCode: number | null
  error: string
  errorRow: bigint | null
}

/** Takes single files out of a batch; the rest of it goes on without them. */
export async function failFiles(
  db: Database,
  fence: BatchFence,
  failures: readonly FileFailure[],
): Promise<void> {
  await db.$transaction(async (tx) => {
    await recordBatch(tx, fence, { waitReason: null })
    for (const { ordinal, ...change } of failures)
      await tx.loadFile.updateMany({
        where: { jobId: fence.run.id, ordinal, status: { in: ['waiting', 'loading'] } },
        data: change,
      })
  })
}

/** Ends a batch that nothing of is in the target, with all files that it still had. */
export async function failBatch(
  db: Database,
  fence: BatchFence,
  failure: { errorCode: number | null; error: string; now: Date },
): Promise<void> {
  const { errorCode, error, now } = failure
  await db.$transaction(async (tx) => {
    const { jobId, ordinal } = await tx.loadBatch.findUniqueOrThrow({ where: { id: fence.batchId } })
    await recordBatch(tx, fence, {
      status: 'failed',
      errorCode,
      error,
      waitReason: null,
      finishedAt: now,
      keepsStaged: false,
    })
    await tx.loadFile.updateMany({
      where: { jobId, batchOrdinal: ordinal, status: { in: ['waiting', 'loading'] } },
      data: { status: 'failed', errorCode, error },
    })
  })
}

/**
 * A pause or a cancellation: the batch is planned again, and its attempts go on counting. What it has staged stays where
 * `keepsStaged` says so; `waitReason` tells people.
 */
export async function putBatchBack(
  db: Database,
  fence: BatchFence,
  waitReason: string | null,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const { jobId, ordinal } = await tx.loadBatch.findUniqueOrThrow({ where: { id: fence.batchId } })
    await recordBatch(tx, fence, {
      status: 'planned',
      waitReason,
      leftOut: Prisma.DbNull,
      workerId: null,
    })
    await tx.loadFile.updateMany({
      where: { jobId, batchOrdinal: ordinal, status: 'loading' },
      data: { status: 'waiting' },
    })
  })
}

/** After its last partition has arrived, in one transaction. Files without a count were not read and are failed by now. */
export async function completeBatch(db: Database, fence: BatchFence, now: Date): Promise<void> {
  await db.$transaction(async (tx) => {
    const { jobId, ordinal } = await tx.loadBatch.findUniqueOrThrow({ where: { id: fence.batchId } })
    await recordBatch(tx, fence, { status: 'completed', waitReason: null, finishedAt: now })
    await tx.loadFile.updateMany({
      where: { jobId, batchOrdinal: ordinal, status: 'loading' },
      data: { status: 'loaded', loadedAt: now },
    })
  })
}
