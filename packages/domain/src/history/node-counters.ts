/** Counters of the caches of a node since its start. */
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

/**
 * Counters of its requests to object storage. Requests are those sent, repeated ones included; those that list are also
 * among those that read, and those that delete among those that write.
 */
export const storeCounterNames = [
  'readRequests',
  'listRequests',
  'writeRequests',
  'deleteRequests',
  'readErrors',
  'writeErrors',
  'throttledRequests',
  'readMicroseconds',
  'writeMicroseconds',
] as const
export type StoreCounterName = (typeof storeCounterNames)[number]
export type StoreCounters = Record<StoreCounterName, bigint>

const nodeCounterNames = [...cacheCounterNames, ...storeCounterNames]
export type NodeCounters = CacheCounters & StoreCounters

export function mapCounters(make: (name: keyof NodeCounters) => bigint): NodeCounters {
  return Object.fromEntries(nodeCounterNames.map((name) => [name, make(name)])) as NodeCounters
}

export interface CountedSpan {
  counted: NodeCounters
  /** How long it was counted for. */
  coveredMs: number
}

/** Both the server's clock and its uptime are in whole seconds. */
const slackMs = 2000

/** Counters of a server, and when it started, by its own clock. */
export interface CounterReading {
  counters: NodeCounters
  startedAtMs: number
}

/**
 * What was counted between two readings. A server that restarted in between counts from 0: its whole value is new, and
 * covers its uptime. What it counted between the first reading and the restart is lost. A step of the server's clock alone
 * is no restart.
 * @param elapsedMs between the readings.
 * @param uptimeMs of the server at the second one.
 */
export function subtractCounters(
  before: CounterReading,
  after: CounterReading,
  { elapsedMs, uptimeMs }: { elapsedMs: number; uptimeMs: number },
): CountedSpan {
  const restarted =
    (uptimeMs < elapsedMs && after.startedAtMs > before.startedAtMs + slackMs) ||
    nodeCounterNames.some((name) => after.counters[name] < before.counters[name])
  if (restarted) return { counted: after.counters, coveredMs: Math.min(elapsedMs, Math.max(uptimeMs, 1000)) }
  return {
    counted: mapCounters((name) => after.counters[name] - before.counters[name]),
    coveredMs: elapsedMs,
  }
}
