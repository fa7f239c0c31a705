import type { TierPoint } from '../ttl/forecast-tiers.ts'
import { printTtlAge, readTtlAge, type TtlAge, type TtlUnit } from '../ttl/ttl-age.ts'
import type { TtlRule, TtlTarget } from '../ttl/ttl-rule.ts'
import type { LocalPrices, ObjectPrices } from './price-book.ts'
import { localCostPerMonth, objectCostPerMonth } from './storage-cost.ts'

/** What a table's bytes cost on its two tiers. */
export interface TierPrices {
  local: Pick<LocalPrices, 'gibMonth'>
  object: Pick<ObjectPrices, 'gibMonth' | 'minimumObjectBytes'>
  /** As its parts are now: for classes that bill a least size of each object. */
  objectsPerByte: number
}

/** What storing the bytes of a point costs each month; those of no known tier are left out. */
export function costOfPoint(
  { hotBytes, coldBytes }: Pick<TierPoint, 'hotBytes' | 'coldBytes'>,
  { local, object, objectsPerByte }: TierPrices,
): number {
  const cold = { bytes: coldBytes, objects: coldBytes * objectsPerByte }
  return localCostPerMonth(hotBytes, local) + objectCostPerMonth(cold, object)
}

export interface SavedAt {
  atMs: number
  /** Bytes that lie cold with the change and would not without it; below zero: fewer. */
  cooledBytes: number
  /** Bytes that a DELETE has taken by then and would not have without the change; 0 where it takes as many or fewer. */
  removedBytes: number
  /** Null: the change is about bytes of which nobody knows where they lie. */
  perMonth: number | null
}

/** How the change saves, day by day: both forecasts tell of the same days. */
export function compareForecasts(
  stored: readonly TierPoint[],
  tried: readonly TierPoint[],
  prices: TierPrices,
): SavedAt[] {
  return stored.flatMap((before, index) => {
    const after = tried[index]
    if (!after) return []
    return [
      {
        atMs: before.atMs,
        cooledBytes: after.coldBytes - before.coldBytes,
        removedBytes: Math.max(0, sumOf(before) - sumOf(after)),
        perMonth:
          before.unknownBytes === after.unknownBytes
            ? costOfPoint(before, prices) - costOfPoint(after, prices)
            : null,
      },
    ]
  })
}

function sumOf({ hotBytes, coldBytes, unknownBytes }: TierPoint): number {
  return hotBytes + coldBytes + unknownBytes
}

export interface ChangedAge {
  rules: TtlRule[]
  /** What the rule said before; null: there was none to that target, and one was added. */
  former: TtlAge | null
}

/**
 * The same rules, with rows due to move to the target after another age; without such a rule one more, by the column. Null
 * where a rule to the target goes by something else than an age, or no column is given: it must be written by hand.
 */
export function changeMoveAge(
  rules: readonly TtlRule[],
  target: { to: TtlTarget; name: string },
  age: { amount: number; unit: TtlUnit; column: string | null },
): ChangedAge | null {
  const { column, ...due } = age
  const isOwn = ({ action }: TtlRule) => action.kind === 'move' && action.name === target.name
  const index = rules.findIndex((rule) => isOwn(rule) && readTtlAge(rule.expression) !== null)
  const changed = rules[index]
  const former = changed ? readTtlAge(changed.expression) : null
  if (changed && former) {
    const expression = printTtlAge({ ...former, ...due })
    return { rules: rules.with(index, { ...changed, expression }), former }
  }
  if (column === null || rules.some(isOwn)) return null
  const added: TtlRule = {
    expression: printTtlAge({ column, wrap: null, ...due }),
    action: { kind: 'move', ...target, ifExists: false },
  }
  return { rules: [...rules, added], former: null }
}
