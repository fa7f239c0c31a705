import type { Tier } from '../placement/tier.ts'

const dayMs = 86_400_000

/** Bytes that move together: an existing part, or the data of a future period. Times in epoch ms. */
export interface ForecastBatch {
  bytes: number
  /** Null: they exist already. Otherwise they arrive evenly over this period. */
  arrival: { fromMs: number; toMs: number } | null
  tier: Tier
  /** TTL moves, with the tier of their target. Past ones have not run yet and apply at once. */
  moves: readonly { atMs: number; tier: Tier }[]
  /** When a DELETE removes the first and the last row, assuming an even spread in between. */
  removal: { firstMs: number; lastMs: number } | null
}

export interface TierPoint {
  atMs: number
  hotBytes: number
  coldBytes: number
  unknownBytes: number
}

/** Bytes by tier at one time. */
export function tiersAt(batches: readonly ForecastBatch[], atMs: number): TierPoint {
  const point = { atMs, hotBytes: 0, coldBytes: 0, unknownBytes: 0 }
  for (const batch of batches) {
    const bytes = batch.bytes * arrivedShare(batch, atMs) * keptShare(batch, atMs)
    const tier = tierAt(batch, atMs)
    if (tier === 'hot') point.hotBytes += bytes
    else if (tier === 'cold') point.coldBytes += bytes
    else point.unknownBytes += bytes
  }
  return point
}

/** One point per day from `nowMs`. Whole days from now, so that the last point is `days` days away. */
export function forecastTiers(batches: readonly ForecastBatch[], nowMs: number, days: number): TierPoint[] {
  return Array.from({ length: days + 1 }, (_, day) => tiersAt(batches, nowMs + day * dayMs))
}

/** The server applies the rule that came due last; before any is due, the bytes stay where they were written. */
function tierAt({ tier, moves }: ForecastBatch, atMs: number): Tier {
  let last: { atMs: number; tier: Tier } | null = null
  for (const move of moves) if (move.atMs <= atMs && (last === null || move.atMs >= last.atMs)) last = move
  return last?.tier ?? tier
}

function arrivedShare({ arrival }: ForecastBatch, atMs: number): number {
  return arrival === null ? 1 : shareOf(arrival.fromMs, arrival.toMs, atMs)
}

function keptShare({ removal }: ForecastBatch, atMs: number): number {
  return removal === null ? 1 : 1 - shareOf(removal.firstMs, removal.lastMs, atMs)
}

/** Elapsed share of a period, 0 to 1. */
function shareOf(fromMs: number, toMs: number, atMs: number): number {
  if (atMs >= toMs) return 1
  return atMs <= fromMs ? 0 : (atMs - fromMs) / (toMs - fromMs)
}
