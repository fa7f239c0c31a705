import { type CacheGrain, type CacheReading, type CacheSample, Prisma } from '../generated/client.ts'
import type { Database, Transaction } from '../transaction.ts'

type Counted = Omit<CacheReading, 'clusterId' | 'nodeName' | 'at'>

/** The base of the next difference, locked until the transaction ends. Null before the first. */
export async function holdCacheReading(
  tx: Transaction,
  at: { clusterId: string; nodeName: string },
): Promise<(Counted & { at: Date }) | null> {
  const rows = await tx.$queryRaw<CacheReading[]>`
    SELECT * FROM cache_reading WHERE "clusterId" = ${at.clusterId} AND "nodeName" = ${at.nodeName} FOR UPDATE`
  return rows[0] ?? null
}

export async function replaceCacheReading(tx: Transaction, reading: CacheReading): Promise<void> {
  const { clusterId, nodeName } = reading
  await tx.cacheReading.upsert({
    where: { clusterId_nodeName: { clusterId, nodeName } },
    create: reading,
    update: reading,
  })
}

/** Adds the counts to each bucket; size, limit and segments are those of the last sample. */
export async function addToCacheBuckets(
  tx: Transaction,
  sample: Omit<CacheSample, 'grain' | 'at'>,
  buckets: readonly { grain: CacheGrain; at: Date }[],
): Promise<void> {
  const rows = buckets.map(
    ({ grain, at }) => Prisma.sql`(
      ${sample.clusterId}, ${grain}::cache_grain, ${at}::timestamptz, ${sample.nodeName}, ${sample.coveredMs}::bigint,
      ${sample.fromCacheBytes}::bigint, ${sample.fromStoreBytes}::bigint, ${sample.hits}::bigint,
      ${sample.misses}::bigint, ${sample.downloadedBytes}::bigint, ${sample.evictedBytes}::bigint,
      ${sample.evictedSegments}::bigint, ${sample.storeRequests}::bigint, ${sample.sizeBytes}::bigint,
      ${sample.limitBytes}::bigint, ${sample.segments}::bigint)`,
  )
  await tx.$executeRaw`
    INSERT INTO cache_sample AS s (
      "clusterId", grain, at, "nodeName", "coveredMs", "fromCacheBytes", "fromStoreBytes", hits, misses,
      "downloadedBytes", "evictedBytes", "evictedSegments", "storeRequests", "sizeBytes", "limitBytes", segments)
    VALUES ${Prisma.join(rows)}
    ON CONFLICT ("clusterId", grain, at, "nodeName") DO UPDATE SET
      "coveredMs" = s."coveredMs" + excluded."coveredMs",
      "fromCacheBytes" = s."fromCacheBytes" + excluded."fromCacheBytes",
      "fromStoreBytes" = s."fromStoreBytes" + excluded."fromStoreBytes",
      hits = s.hits + excluded.hits,
      misses = s.misses + excluded.misses,
      "downloadedBytes" = s."downloadedBytes" + excluded."downloadedBytes",
      "evictedBytes" = s."evictedBytes" + excluded."evictedBytes",
      "evictedSegments" = s."evictedSegments" + excluded."evictedSegments",
      "storeRequests" = s."storeRequests" + excluded."storeRequests",
      "sizeBytes" = excluded."sizeBytes",
      "limitBytes" = excluded."limitBytes",
      segments = excluded.segments`
}

/** For every node of the cluster, including removed ones. */
export async function forgetCacheSamples(
  db: Database,
  clusterId: string,
  kept: readonly { grain: CacheGrain; since: Date }[],
): Promise<void> {
  for (const { grain, since } of kept)
    await db.cacheSample.deleteMany({ where: { clusterId, grain, at: { lt: since } } })
}

export type CacheHistoryStep = Omit<CacheSample, 'clusterId' | 'grain'>

/** Buckets from `from` on as steps of `stepSeconds`, by node: sums, and the size at the end of each step. */
export async function readCacheHistory(
  db: Database,
  clusterId: string,
  { grain, from, stepSeconds }: { grain: CacheGrain; from: Date; stepSeconds: number },
): Promise<CacheHistoryStep[]> {
  return await db.$queryRaw<CacheHistoryStep[]>`
    SELECT
      "nodeName",
      date_bin(make_interval(secs => ${stepSeconds}::float8), at, ${from}::timestamptz) AS at,
      sum("coveredMs")::bigint AS "coveredMs",
      sum("fromCacheBytes")::bigint AS "fromCacheBytes",
      sum("fromStoreBytes")::bigint AS "fromStoreBytes",
      sum(hits)::bigint AS hits,
      sum(misses)::bigint AS misses,
      sum("downloadedBytes")::bigint AS "downloadedBytes",
      sum("evictedBytes")::bigint AS "evictedBytes",
      sum("evictedSegments")::bigint AS "evictedSegments",
      sum("storeRequests")::bigint AS "storeRequests",
      (array_agg("sizeBytes" ORDER BY s.at DESC))[1] AS "sizeBytes",
      (array_agg("limitBytes" ORDER BY s.at DESC))[1] AS "limitBytes",
      (array_agg(segments ORDER BY s.at DESC))[1] AS segments
    FROM cache_sample AS s
    WHERE "clusterId" = ${clusterId} AND grain = ${grain}::cache_grain AND s.at >= ${from}
    GROUP BY 1, 2`
}

/** The oldest stored bucket of each node. A node without any has no entry. */
export async function readFirstCacheSamples(
  db: Database,
  clusterId: string,
  grain: CacheGrain,
): Promise<Map<string, Date>> {
  const rows = await db.cacheSample.groupBy({
    by: ['nodeName'],
    where: { clusterId, grain },
    _min: { at: true },
  })
  return new Map(rows.flatMap(({ nodeName, _min }) => (_min.at ? [[nodeName, _min.at] as const] : [])))
}

export type CacheSum = Pick<
  CacheSample,
  | 'nodeName'
  | 'coveredMs'
  | 'fromCacheBytes'
  | 'fromStoreBytes'
  | 'downloadedBytes'
  | 'evictedBytes'
  | 'sizeBytes'
  | 'limitBytes'
>

/** What each node counted since a time, from its ten-minute samples; sizes are the last ones. */
export async function sumCacheSamples(db: Database, clusterId: string, since: Date): Promise<CacheSum[]> {
  return await db.$queryRaw<CacheSum[]>`
    SELECT
      "nodeName",
      sum("coveredMs")::bigint AS "coveredMs",
      sum("fromCacheBytes")::bigint AS "fromCacheBytes",
      sum("fromStoreBytes")::bigint AS "fromStoreBytes",
      sum("downloadedBytes")::bigint AS "downloadedBytes",
      sum("evictedBytes")::bigint AS "evictedBytes",
      (array_agg("sizeBytes" ORDER BY at DESC))[1] AS "sizeBytes",
      (array_agg("limitBytes" ORDER BY at DESC))[1] AS "limitBytes"
    FROM cache_sample
    WHERE "clusterId" = ${clusterId} AND grain = 'ten_minutes' AND at >= ${since}
    GROUP BY 1`
}

/** Claims this minute of the cluster. One worker gets it. */
export async function takeCacheTurn(db: Database, clusterId: string, minute: Date): Promise<boolean> {
  const taken = await db.$executeRaw`
    INSERT INTO cache_turn AS turn ("clusterId", minute) VALUES (${clusterId}, ${minute})
    ON CONFLICT ("clusterId") DO UPDATE SET minute = excluded.minute WHERE turn.minute < excluded.minute`
  return taken === 1
}
