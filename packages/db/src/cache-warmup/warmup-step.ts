import type { CacheWarmupStep, Prisma } from '../generated/client.ts'
import { refuseStaleWriter, StaleWriterError } from '../stale-writer.ts'
import type { Database } from '../transaction.ts'
import { fencedWarmup, readWarmupOrders, type WarmupOrders, type WarmupRun } from './warmup-run.ts'

/** Steps that are not through, in their order: what is begun comes first. */
export async function listOpenWarmupSteps(db: Database, warmupId: string): Promise<CacheWarmupStep[]> {
  return db.cacheWarmupStep.findMany({
    where: { warmupId, status: { in: ['planned', 'running'] } },
    orderBy: [{ status: 'desc' }, { ordinal: 'asc' }],
  })
}

export interface ReadingToSend {
  ordinal: number
  reading: 1 | 2
  queryId: string
  now: Date
}

/**
 * Written before the statement is sent, in one round trip: only where the step is open and the run is current and goes on.
 * From here on the query id is the right to write the step. Throws StaleWriterError.
 */
export async function recordReadingSent(
  db: Database,
  run: WarmupRun,
  { ordinal, reading, queryId, now }: ReadingToSend,
): Promise<WarmupOrders['next']> {
  const written = await db.$executeRaw`
    UPDATE cache_warmup_step AS step
    SET status = 'running', attempts = attempts + 1, reading = ${reading}, "queryId" = ${queryId}, "sentAt" = ${now},
      "startedAt" = coalesce(step."startedAt", ${now}), "errorCode" = NULL, error = NULL
    FROM cache_warmup AS warmup
    WHERE step."warmupId" = ${run.warmupId} AND step.ordinal = ${ordinal} AND step.status IN ('planned', 'running')
      AND warmup.id = step."warmupId" AND warmup.starts = ${run.start} AND warmup.status = 'running'`
  if (written === 1) return 'go-on'
  const { next } = await readWarmupOrders(db, run)
  if (next === 'go-on') throw new StaleWriterError(`Step ${ordinal} of cache warm-up ${run.warmupId}`)
  return next
}

/** The right to write a step: of the reading that was sent last, in the current run. */
export interface WarmupFence {
  run: WarmupRun
  ordinal: number
  queryId: string
}

export type WarmupStepChange = Pick<
  Prisma.CacheWarmupStepUpdateManyMutationInput,
  | 'status'
  | 'reading'
  | 'queryId'
  | 'finishedAt'
  | 'fetchedBytes'
  | 'requests'
  | 'provedCacheBytes'
  | 'provedStoreBytes'
  | 'errorCode'
  | 'error'
>

/** Throws StaleWriterError where the step is another's by now. */
export async function recordWarmupStep(
  db: Database,
  { run, ordinal, queryId }: WarmupFence,
  change: WarmupStepChange,
): Promise<void> {
  const { count } = await db.cacheWarmupStep.updateMany({
    where: {
      ...{ warmupId: run.warmupId, ordinal, queryId, status: 'running' },
      warmup: fencedWarmup(run),
    },
    data: change,
  })
  refuseStaleWriter(count, `Step ${ordinal} of cache warm-up ${run.warmupId}`)
}

/** What a node shows at the end, by cache and partition. Steps of partitions that are gone by then get 0. */
export async function recordCachedAfter(
  db: Database,
  run: WarmupRun,
  nodeName: string,
  found: readonly { cacheName: string; partitionId: string; cachedBytes: bigint }[],
): Promise<void> {
  await db.$executeRaw`
    UPDATE cache_warmup_step AS step
    SET "cachedAfterBytes" = coalesce((
      SELECT sum(given.bytes::bigint) FROM unnest(
        ${found.map(({ cacheName }) => cacheName)}::text[],
        ${found.map(({ partitionId }) => partitionId)}::text[],
        ${found.map(({ cachedBytes }) => String(cachedBytes))}::text[]
      ) AS given(cache, partition, bytes)
      WHERE given.cache = step."cacheName" AND given.partition = step."partitionId"), 0)
    FROM cache_warmup AS warmup
    WHERE step."warmupId" = ${run.warmupId} AND step."nodeName" = ${nodeName} AND step.status = 'completed'
      AND warmup.id = step."warmupId" AND warmup.starts = ${run.start}
      AND warmup.status IN ('running', 'pausing', 'cancelling')`
}
