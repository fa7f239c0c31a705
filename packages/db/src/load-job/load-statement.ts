import type { LoadStatement } from '../generated/client.ts'
import type { LoadStatementStatus } from '../generated/enums.ts'
import { isCurrentRun, type RunWish, readWish } from '../run/fence-run.ts'
import { refuseStaleWriter, StaleWriterError } from '../stale-writer.ts'
import type { Database } from '../transaction.ts'
import { type BatchFence, fencedBatch } from './load-batch.ts'

export interface StatementToSend {
  queryId: string
  attempt: number
  nodeName: string
  /** Of the objects that it reads. */
  fileOrdinals: number[]
  /** For people: without secrets. */
  sql: string
}

/**
 * Written before the statement is sent, in one round trip: the row is made only where the batch is still this worker's
 * and the job still runs. Answers `go-on`, or why a person wants none to be sent. Throws StaleWriterError.
 */
export async function recordStatementSent(
  db: Database,
  fence: BatchFence,
  statement: StatementToSend,
): Promise<RunWish> {
  const { queryId, attempt, nodeName, fileOrdinals, sql } = statement
  const written = await db.$executeRaw`
    INSERT INTO load_statement ("queryId", "batchId", attempt, "nodeName", "fileOrdinals", sql, status, "sentAt")
    SELECT ${queryId}, batch.id, ${attempt}, ${nodeName}, ${fileOrdinals}::int[], ${sql}, 'sent', now()
    FROM load_batch AS batch
    WHERE batch.id = ${fence.batchId} AND batch."jobId" = ${fence.run.id} AND batch."workerId" = ${fence.workerId}
      AND batch.status = 'loading' AND batch.attempt = ${attempt} AND ${isCurrentRun(fence.run, { goesOn: true })}
    FOR UPDATE OF batch`
  if (written === 1) return 'go-on'
  const wish = await readWish(db, fence.run)
  if (wish === 'go-on') throw new StaleWriterError(`Load batch ${fence.batchId}`)
  return wish
}

/** What became of a statement. Allowed to any worker: it is an observation of the server, not a decision. */
export async function recordStatementEnded(
  db: Database,
  queryId: string,
  end: {
    status: Exclude<LoadStatementStatus, 'unsent'>
    errorCode?: number | null
    error?: string | null
    now: Date
  },
): Promise<void> {
  await db.loadStatement.updateMany({
    // One that was proved unsent stays it: whoever sends it after that is refused.
    where: { queryId, status: { not: 'unsent' } },
    data: {
      status: end.status,
      errorCode: end.errorCode ?? null,
      error: end.error ?? null,
      endedAt: end.now,
    },
  })
}

/** It is proved that the node never got it, and will refuse it. Throws StaleWriterError where the batch is another's by now. */
export async function recordStatementUnsent(
  db: Database,
  fence: BatchFence,
  { queryId, error, now }: { queryId: string; error: string; now: Date },
): Promise<void> {
  const { count } = await db.loadStatement.updateMany({
    where: { queryId, endedAt: null, batch: fencedBatch(fence) },
    data: { status: 'unsent', error, endedAt: now },
  })
  refuseStaleWriter(count, `Load batch ${fence.batchId}`)
}

/** Statements of a batch whose end nobody has seen. */
export async function listOpenStatements(
  db: Database,
  batchId: string,
): Promise<Pick<LoadStatement, 'queryId' | 'nodeName'>[]> {
  return db.loadStatement.findMany({
    where: { batchId, status: { in: ['sent', 'unknown'] }, endedAt: null },
    select: { queryId: true, nodeName: true },
  })
}

export async function listAttemptStatements(
  db: Database,
  batchId: string,
  attempt: number,
): Promise<LoadStatement[]> {
  return db.loadStatement.findMany({ where: { batchId, attempt }, orderBy: { sentAt: 'asc' } })
}

/** Says beside the statements of an attempt why what they staged was of no use. */
export async function noteStagedDropped(
  db: Database,
  { batchId, attempt, reason }: { batchId: string; attempt: number; reason: string },
): Promise<void> {
  await db.loadStatement.updateMany({
    where: { batchId, attempt, status: 'succeeded' },
    data: { error: reason },
  })
}
