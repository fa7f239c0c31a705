import type { CacheGrain, CacheSample } from '../generated/client.ts'
import type { Database } from '../transaction.ts'

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
    WHERE "clusterId" = ${clusterId} AND grain = ${grain}::"CacheGrain" AND s.at >= ${from}
    GROUP BY 1, 2`
}

/** The oldest bucket of each node that is kept. A node without any has no entry. */
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
