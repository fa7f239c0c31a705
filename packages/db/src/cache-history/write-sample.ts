import { type CacheGrain, type CacheReading, type CacheSample, Prisma } from '../generated/client.ts'
import type { Database, Transaction } from '../transaction.ts'

type Counted = Omit<CacheReading, 'clusterId' | 'nodeName' | 'at'>

/** What the next difference is taken from, kept from others until the transaction ends. Null before the first. */
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

/** Adds to each bucket what was counted; size, limit and segments are those of the last. */
export async function addToCacheBuckets(
  tx: Transaction,
  sample: Omit<CacheSample, 'grain' | 'at'>,
  buckets: readonly { grain: CacheGrain; at: Date }[],
): Promise<void> {
  const rows = buckets.map(
    ({ grain, at }) => Prisma.sql`(
      ${sample.clusterId}, ${grain}::"CacheGrain", ${at}::timestamptz, ${sample.nodeName}, ${sample.coveredMs}::bigint,
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

/** Of every node of the cluster, also of those that are no longer part of it. */
export async function forgetCacheSamples(
  db: Database,
  clusterId: string,
  kept: readonly { grain: CacheGrain; since: Date }[],
): Promise<void> {
  for (const { grain, since } of kept)
    await db.cacheSample.deleteMany({ where: { clusterId, grain, at: { lt: since } } })
}
