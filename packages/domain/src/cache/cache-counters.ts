/** What a node counts from its start on. */
export const cacheCounterNames = [
  'fromCacheBytes',
  'fromStoreBytes',
  'hits',
  'misses',
  'downloadedBytes',
  'evictedBytes',
  'evictedSegments',
  'storeRequests',
] as const
export type CacheCounterName = (typeof cacheCounterNames)[number]
export type CacheCounters = Record<CacheCounterName, bigint>

export function mapCounters(make: (name: CacheCounterName) => bigint): CacheCounters {
  return Object.fromEntries(cacheCounterNames.map((name) => [name, make(name)])) as CacheCounters
}

/**
 * What was counted between two looks. A counter that went back means that the server was started anew and counts
 * from 0: then all that it has counted is new, and what it counted after the first look and before its end is lost.
 */
export function subtractCounters(before: CacheCounters, after: CacheCounters): CacheCounters {
  const restarted = cacheCounterNames.some((name) => after[name] < before[name])
  return restarted ? after : mapCounters((name) => after[name] - before[name])
}
