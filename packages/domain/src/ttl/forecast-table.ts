import type { PartitionUnit } from '../placement/partition-period.ts'
import type { Tier } from '../placement/tier.ts'
import type { ForecastBatch } from './forecast-tiers.ts'
import { type DatedBytes, measureGrowth } from './measure-growth.ts'
import { type ForecastRule, predictBatches } from './predict-batches.ts'
import { shiftByAge } from './shift-by-age.ts'
import type { TtlAge } from './ttl-age.ts'
import type { DueTimes } from './ttl-part.ts'

/** A rule of a table's TTL. Without an age it applies to existing parts only, not to future data. */
export type TableForecastRule =
  | { kind: 'move'; age: TtlAge | null; tier: Tier }
  | { kind: 'delete'; age: TtlAge | null }

export interface ForecastPart {
  bytes: number
  tier: Tier
  /** When its rows are due, per rule. Null: the rule does not apply to this part. */
  due: readonly (DueTimes | null)[]
  /**
   * Oldest and newest time of its rows, if known. Null: derived from a rule (due time less age), which is off by up to
   * three days for ages in months.
   */
  times: { oldestMs: number; newestMs: number } | null
  /** When the part was written: its age if the times of its rows are unknown. */
  writtenMs: number
}

export interface TableForecast {
  batches: ForecastBatch[]
  bytesPerDay: number
  /**
   * `rows`: by the times in the rows, as the rules read them. `parts`: by when parts were written, including merges.
   */
  basis: 'rows' | 'parts'
}

export interface ForecastAt {
  nowMs: number
  days: number
  unit: PartitionUnit | null
  /** Where new parts are written. */
  tier: Tier
  /** The rules under which the table has grown, if different. */
  grownUnder?: readonly TableForecastRule[]
}

const windowDays = 90
const dayMs = 86_400_000

/** Existing and future data, as batches for tiersAt and forecastTiers. */
export function forecastTable(
  parts: readonly ForecastPart[],
  rules: readonly TableForecastRule[],
  at: ForecastAt,
): TableForecast {
  const withAge = rules.flatMap((rule): ForecastRule[] => (rule.age ? [{ ...rule, age: rule.age }] : []))
  const { data, basis } = dateParts(parts, rules)
  const kept = (at.grownUnder ?? rules).flatMap(({ kind, age }) =>
    kind === 'delete' && age ? [shiftByAge(0, age) / dayMs] : [],
  )
  // What a DELETE has removed already would look like less growth.
  const bytesPerDay = measureGrowth(data, at.nowMs, Math.max(1, Math.min(windowDays, ...kept)))
  return {
    bytesPerDay,
    basis,
    batches: [
      ...parts.map((part) => toBatch(part, rules)),
      ...predictBatches({ bytesPerDay, unit: at.unit, tier: at.tier }, withAge, at.nowMs, at.days),
    ],
  }
}

/** The times of each part's rows; else a rule's due time less its age; else when the part was written. */
function dateParts(
  parts: readonly ForecastPart[],
  rules: readonly TableForecastRule[],
): { data: DatedBytes[]; basis: TableForecast['basis'] } {
  let basis: TableForecast['basis'] = 'rows'
  const data = parts.map((part) => {
    const times = part.times ?? timesByRule(part, rules)
    if (times === null) basis = 'parts'
    return { bytes: part.bytes, ...(times ?? { oldestMs: part.writtenMs, newestMs: part.writtenMs }) }
  })
  return { data, basis }
}

function timesByRule({ due }: ForecastPart, rules: readonly TableForecastRule[]): ForecastPart['times'] {
  for (const [index, { age }] of rules.entries()) {
    const own = due[index]
    if (age && own)
      return { oldestMs: shiftByAge(own.firstMs, age, -1), newestMs: shiftByAge(own.lastMs, age, -1) }
  }
  return null
}

function toBatch({ bytes, tier, due }: ForecastPart, rules: readonly TableForecastRule[]): ForecastBatch {
  const removals = rules.flatMap((rule, index) => {
    const own = due[index]
    return rule.kind === 'delete' && own ? [own] : []
  })
  return {
    bytes,
    arrival: null,
    tier,
    moves: rules.flatMap((rule, index) => {
      const own = due[index]
      return rule.kind === 'move' && own ? [{ atMs: own.lastMs, tier: rule.tier }] : []
    }),
    removal: removals.reduce<ForecastBatch['removal']>(
      (first, each) => (first === null || each.lastMs < first.lastMs ? each : first),
      null,
    ),
  }
}
