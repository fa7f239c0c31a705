import { endOfPeriod } from '../placement/end-of-period.ts'
import type { PartitionUnit } from '../placement/partition-period.ts'
import type { Tier } from '../placement/tier.ts'
import type { ForecastBatch } from './forecast-tiers.ts'
import { shiftByAge } from './shift-by-age.ts'
import type { TtlAge } from './ttl-age.ts'

const dayMs = 86_400_000

/** A rule as the forecast needs it: where rows of a time go, and when. */
export type ForecastRule = { kind: 'move'; age: TtlAge; tier: Tier } | { kind: 'delete'; age: TtlAge }

export interface GrowthPlan {
  bytesPerDay: number
  /** What one part covers after merges: a partition, or a day if unknown. */
  unit: PartitionUnit | null
  /** Where new parts are written. */
  tier: Tier
}

/**
 * Future data, one batch per partition period: the server moves a part only when its last row is due, so data of one
 * partition moves together.
 */
export function predictBatches(
  growth: GrowthPlan,
  rules: readonly ForecastRule[],
  nowMs: number,
  days: number,
): ForecastBatch[] {
  const endMs = nowMs + days * dayMs
  const batches: ForecastBatch[] = []
  for (let fromMs = nowMs; fromMs < endMs; ) {
    const toMs = Math.min(endOfPeriod(growth.unit, fromMs), endMs)
    batches.push({
      bytes: (growth.bytesPerDay * (toMs - fromMs)) / dayMs,
      arrival: { fromMs, toMs },
      tier: growth.tier,
      moves: rules.flatMap((rule) =>
        rule.kind === 'move' ? [{ atMs: lastDue(toMs, rule.age), tier: rule.tier }] : [],
      ),
      removal: firstRemoval(rules, fromMs, toMs),
    })
    fromMs = toMs
  }
  return batches
}

/**
 * When the last row before a time is due. The time itself can be due a day earlier: August 31 plus a quarter is November 30, as
 * is August 30.
 */
function lastDue(toMs: number, age: TtlAge): number {
  return shiftByAge(toMs - 1, age) + 1
}

/** Of several DELETE rules the first due removes the rows. */
function firstRemoval(
  rules: readonly ForecastRule[],
  fromMs: number,
  toMs: number,
): ForecastBatch['removal'] {
  const removals = rules.flatMap((rule) =>
    rule.kind === 'delete'
      ? [{ firstMs: shiftByAge(fromMs, rule.age), lastMs: lastDue(toMs, rule.age) }]
      : [],
  )
  return removals.reduce<ForecastBatch['removal']>(
    (first, each) => (first === null || each.lastMs < first.lastMs ? each : first),
    null,
  )
}
