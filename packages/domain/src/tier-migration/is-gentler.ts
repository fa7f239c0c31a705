import type { TierMigrationLimits } from './limits.ts'

/**
 * Whether `after` cannot disturb a cluster more than `before`: fewer statements at a time and less bandwidth at most,
 * and all else alike. Another window or other pacing limits may be either, so they count as not gentler.
 */
export function isGentler(after: TierMigrationLimits, before: TierMigrationLimits): boolean {
  const { concurrencyPerReplica: nowAtOnce = 1, bandwidthBytesPerSecond: nowBytes, ...nowElse } = after
  const { concurrencyPerReplica: thenAtOnce = 1, bandwidthBytesPerSecond: thenBytes, ...thenElse } = before
  if (nowAtOnce > thenAtOnce) return false
  if (thenBytes !== undefined && (nowBytes === undefined || BigInt(nowBytes) > BigInt(thenBytes)))
    return false
  return JSON.stringify(sorted(nowElse)) === JSON.stringify(sorted(thenElse))
}

function sorted({ window, pacing, replicas }: TierMigrationLimits) {
  return {
    replicas: replicas && [replicas.behind, replicas.readOnly, replicas.away, replicas.waitSeconds],
    window: window && { timeZone: window.timeZone, spans: window.spans },
    pacing: pacing && Object.entries(pacing).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  }
}
