import type { CacheWarmupRun, Prisma } from '../generated/client.ts'
import type { CacheWarmupMoment } from '../generated/enums.ts'
import { type RunRef, readRun } from '../run/fence-run.ts'
import type { Database } from '../transaction.ts'

export async function findMeasuredRun(
  db: Database,
  warmupId: string,
  moment: CacheWarmupMoment,
): Promise<CacheWarmupRun | null> {
  return db.cacheWarmupRun.findUnique({ where: { warmupId_moment: { warmupId, moment } } })
}

/** Written before the query is sent, so that the next worker finds it. Throws StaleWriterError. */
export async function recordMeasuredRunSent(
  db: Database,
  run: RunRef,
  sent: { moment: CacheWarmupMoment; nodeName: string; queryId: string; now: Date },
): Promise<void> {
  const { moment, nodeName, queryId, now } = sent
  await db.$transaction(async (tx) => {
    await readRun(tx, run)
    await tx.cacheWarmupRun.create({
      data: { warmupId: run.id, moment, nodeName, queryId, sentAt: now },
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

/** It was interrupted and is useless: the next attempt runs it again. */
export async function forgetMeasuredRun(
  db: Database,
  { queryId, warmupId }: { queryId: string; warmupId: string },
): Promise<void> {
  await db.cacheWarmupRun.deleteMany({ where: { warmupId, queryId, finishedAt: null } })
}
