/** Counters of a node since its start. */
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
 * The difference between two readings. A counter that decreased means that the server restarted: then its whole value
 * is new, and what it counted between the first reading and the restart is lost.
 */
export function subtractCounters(before: CacheCounters, after: CacheCounters): CacheCounters {
  const restarted = cacheCounterNames.some((name) => after[name] < before[name])
  return restarted ? after : mapCounters((name) => after[name] - before[name])
}
