import { drivenRunStatuses, readRunWish } from '@frostline/domain'
import { describeCounts } from '../describe-counts.ts'
import type { LoadBatch, LoadJob, Prisma, Run } from '../generated/client.ts'
import { lockRow } from '../lock-row.ts'
import type { RunEnd } from '../run/change-run.ts'
import { fencedRun, nameRun, type RunRef } from '../run/fence-run.ts'
import { refuseStaleWriter } from '../stale-writer.ts'
import type { Database, Transaction } from '../transaction.ts'

/** A load has up to a hundred thousand files: their rows take longer to change than a transaction may take by default. */
export const slowTransaction = { timeout: 30_000, maxWait: 10_000 } as const

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

/** Throws StaleWriterError when it is not the current start. */
export async function recordLoad(
  db: Transaction,
  run: RunRef,
  change: { rowsBefore?: bigint; rowsAfter?: bigint | null; takeOvers?: Prisma.InputJsonValue },
): Promise<void> {
  const { count } = await db.loadJob.updateMany({ where: { id: run.id, run: fencedRun(run) }, data: change })
  refuseStaleWriter(count, nameRun(run))
}

/**
 * Done when each file is loaded. A pause that leaves nothing to go on with is a failure. Batches that were not begun stay
 * planned after a pause or a failure, and are cancelled after a cancellation.
 */
export async function endLoadBatches(tx: Transaction, { id: jobId, status }: Run): Promise<RunEnd> {
  const groups = await tx.loadFile.groupBy({ by: ['status'], where: { jobId }, _count: true })
  const count = (of: string) => groups.find((group) => group.status === of)?._count ?? 0
  const total = groups.reduce((sum, { _count }) => sum + _count, 0)
  const missing = total - count('loaded')
  if (missing === 0) return { isDone: true, fault: null }
  const stopped = { isDone: false, fault: null }
  const wish = readRunWish(status)
  if (wish === 'cancel') {
    await cancelLoadBatches(tx, jobId)
    return stopped
  }
  const open = { jobId, status: { in: ['planned' as const, 'loading' as const, 'publishing' as const] } }
  if (wish === 'pause' && (await tx.loadBatch.count({ where: open })) > 0) return stopped
  const failed = await tx.loadBatch.findFirst({
    where: { jobId, error: { not: null } },
    orderBy: { finishedAt: 'desc' },
    select: { error: true },
  })
  const told = describeCounts([
    [count('failed'), 'failed'],
    [count('changed'), 'changed in the bucket'],
    [count('waiting') + count('loading'), 'not started'],
  ])
  const fault = `${missing} of ${total} objects ${missing === 1 ? 'is' : 'are'} not loaded: ${told}.`
  return { isDone: false, fault: failed?.error ? `${fault} ${failed.error}` : fault }
}

/** What is staged whole is kept for a retry. */
export async function cancelLoadBatches(tx: Transaction, jobId: string): Promise<void> {
  for (const keepsStaged of [true, false])
    await tx.loadBatch.updateMany({
      where: { jobId, status: { in: ['planned', 'loading'] }, keepsStaged },
      data: { status: 'cancelled', finishedAt: new Date(), waitReason: keepsStaged ? keptAfterEnd : null },
    })
  await tx.loadFile.updateMany({
    where: { jobId, status: { in: ['waiting', 'loading'] } },
    data: { status: 'cancelled' },
  })
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
  { id, clusterId }: { id: string; clusterId: string },
  now: Date,
): Promise<{ spec: LoadJob['spec']; kept: StagedAttempt[] } | null> {
  return db.$transaction(async (tx) => {
    await lockRow(tx, 'run', id)
    const found = await tx.loadJob.findFirst({
      where: {
        ...{ id, run: { clusterId, status: { notIn: [...drivenRunStatuses] } } },
        batches: { none: { status: 'publishing' } },
      },
      select: { spec: true, run: { select: { status: true, finishedAt: true } } },
    })
    if (!found) return null
    const { spec, run } = found
    const latest = now.getTime() - keptAfterEndMinutes * 60_000
    if (run.status !== 'paused' && (run.finishedAt === null || run.finishedAt.getTime() < latest))
      await tx.loadBatch.updateMany({
        where: { jobId: id, keepsStaged: true },
        data: { keepsStaged: false, waitReason: null },
      })
    return { spec, kept: await listStagedAttempts(tx, id) }
  })
}
