import type { CacheWarmupRun, Prisma } from '../generated/client.ts'
import type { CacheWarmupMoment } from '../generated/enums.ts'
import { StaleWriterError } from '../stale-writer.ts'
import type { Database } from '../transaction.ts'
import { fencedWarmup, type WarmupRun } from './warmup-run.ts'

export async function findMeasuredRun(
  db: Database,
  { warmupId }: WarmupRun,
  moment: CacheWarmupMoment,
): Promise<CacheWarmupRun | null> {
  return db.cacheWarmupRun.findUnique({ where: { warmupId_moment: { warmupId, moment } } })
}

/**
 * Written before the query is sent, so that the next worker finds it. Throws StaleWriterError.
 */
export async function recordMeasuredRunSent(
  db: Database,
  run: WarmupRun,
  sent: { moment: CacheWarmupMoment; nodeName: string; queryId: string; now: Date },
): Promise<void> {
  const { moment, nodeName, queryId, now } = sent
  await db.$transaction(async (tx) => {
    const current = await tx.cacheWarmup.count({ where: fencedWarmup(run) })
    if (current === 0) throw new StaleWriterError(`Cache warm-up ${run.warmupId}`)
    await tx.cacheWarmupRun.create({
      data: { warmupId: run.warmupId, moment, nodeName, queryId, sentAt: now },
    })
  })
}

export async function recordMeasuredRun(
  db: Database,
  { queryId, warmupId }: { queryId: string; warmupId: string },
  change: Pick<
    Prisma.CacheWarmupRunUpdateManyMutationInput,
    'finishedAt' | 'elapsedMs' | 'storeBytes' | 'cacheBytes' | 'requests' | 'readRows' | 'error'
  >,
): Promise<void> {
  await db.cacheWarmupRun.updateMany({ where: { warmupId, queryId }, data: change })
}

/** It was stopped on the way and tells nothing: the next go runs it anew. */
export async function forgetMeasuredRun(
  db: Database,
  { queryId, warmupId }: { queryId: string; warmupId: string },
): Promise<void> {
  await db.cacheWarmupRun.deleteMany({ where: { warmupId, queryId, finishedAt: null } })
}
