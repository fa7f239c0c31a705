import type { CacheWarmup } from '../generated/client.ts'
import type { CacheWarmupStatus } from '../generated/enums.ts'
import { lockRow } from '../lock-row.ts'
import { refuseStaleWriter, StaleWriterError } from '../stale-writer.ts'
import type { Database, Transaction } from '../transaction.ts'

/** One start of a warm-up. Resuming and retrying make a new one, and a run of an older start may not write. */
export interface WarmupRun {
  warmupId: string
  start: number
}

/** What a person wants of a run by now. */
export interface WarmupOrders {
  next: 'go-on' | 'pause' | 'cancel'
  /** Of each node. Null: no limit. */
  bytesPerSecond: bigint | null
}

const live = ['running', 'pausing', 'cancelling'] as const

export function fencedWarmup({ warmupId, start }: WarmupRun) {
  return { id: warmupId, starts: start, status: { in: [...live] } }
}

/** queued → running. Also answers a run that was begun before and goes on. Throws StaleWriterError. */
export async function beginWarmup(db: Database, run: WarmupRun, now: Date): Promise<CacheWarmup> {
  await db.$executeRaw`
    UPDATE cache_warmup
    SET status = 'running', "startedAt" = coalesce("startedAt", ${now}), "finishedAt" = NULL, error = NULL,
      "waitReason" = NULL
    WHERE id = ${run.warmupId} AND starts = ${run.start} AND status = 'queued'`
  const warmup = await db.cacheWarmup.findFirst({ where: fencedWarmup(run) })
  if (!warmup) throw new StaleWriterError(`Cache warm-up ${run.warmupId}`)
  return warmup
}

/** Throws StaleWriterError when the run is not the current one any more. */
export async function readWarmupOrders(db: Database, run: WarmupRun): Promise<WarmupOrders> {
  const warmup = await db.cacheWarmup.findFirst({
    where: fencedWarmup(run),
    select: { status: true, bytesPerSecond: true },
  })
  if (!warmup) throw new StaleWriterError(`Cache warm-up ${run.warmupId}`)
  const { status, bytesPerSecond } = warmup
  return {
    next: status === 'cancelling' ? 'cancel' : status === 'pausing' ? 'pause' : 'go-on',
    bytesPerSecond,
  }
}

/** Throws StaleWriterError when the run is not the current one. */
export async function recordWarmup(
  db: Database,
  run: WarmupRun,
  change: { waitReason?: string | null; error?: string },
): Promise<void> {
  const { count } = await db.cacheWarmup.updateMany({ where: fencedWarmup(run), data: change })
  refuseStaleWriter(count, `Cache warm-up ${run.warmupId}`)
}

/**
 * Settles a run from its steps: completed when each is; else as a person asked for, paused or cancelled; else failed.
 * `record` writes what follows from it in the same transaction. Null: it is not the current run.
 */
export async function settleWarmup(
  db: Database,
  run: WarmupRun,
  now: Date,
  record: (tx: Transaction, settled: CacheWarmup) => Promise<void>,
): Promise<CacheWarmupStatus | null> {
  const { warmupId } = run
  return db.$transaction(async (tx) => {
    await lockRow(tx, 'cache_warmup', warmupId)
    const warmup = await tx.cacheWarmup.findFirst({ where: fencedWarmup(run) })
    if (!warmup) return null
    const open = { warmupId, status: { in: ['planned' as const, 'running' as const] } }
    const [left, failed] = await Promise.all([
      tx.cacheWarmupStep.count({ where: open }),
      tx.cacheWarmupStep.count({ where: { warmupId, status: 'failed' } }),
    ])
    const status = endOf(warmup, left, failed)
    if (status === 'paused') await tx.cacheWarmupStep.updateMany({ where: open, data: { status: 'planned' } })
    else if (left > 0) await tx.cacheWarmupStep.updateMany({ where: open, data: { status: 'cancelled' } })
    const settled = await tx.cacheWarmup.update({
      where: { id: warmupId },
      data: {
        status,
        waitReason: null,
        ...(status === 'paused' ? {} : { finishedAt: now }),
        error: status === 'failed' ? (warmup.error ?? explainFailed(failed)) : null,
      },
    })
    await record(tx, settled)
    return status
  })
}

function endOf({ status, error }: CacheWarmup, left: number, failed: number): CacheWarmupStatus {
  if (left > 0 && error === null && status === 'cancelling') return 'cancelled'
  if (left > 0 && error === null && status === 'pausing') return 'paused'
  return left > 0 || failed > 0 || error !== null ? 'failed' : 'completed'
}

function explainFailed(failed: number): string {
  if (failed === 0) return 'It was not carried out.'
  return failed === 1 ? 'One partition could not be read.' : `${failed} partitions could not be read.`
}
