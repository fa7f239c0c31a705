import type { CacheSample } from '../generated/client.ts'
import type { Database } from '../transaction.ts'

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

/** What each node counted since a time, by its samples of ten minutes; sizes are of the last. */
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
