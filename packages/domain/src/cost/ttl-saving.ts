import type { TierPoint } from '../ttl/forecast-tiers.ts'
import { printTtlAge, readTtlAge, type TtlAge, type TtlUnit } from '../ttl/ttl-age.ts'
import type { TtlRule, TtlTarget } from '../ttl/ttl-rule.ts'
import type { LocalPrices, ObjectPrices } from './price-book.ts'
import { localCostPerMonth, objectCostPerMonth } from './storage-cost.ts'

/** What a table's bytes cost on its two tiers. */
export interface TierPrices {
  local: Pick<LocalPrices, 'gibMonth'>
  object: Pick<ObjectPrices, 'gibMonth' | 'minimumObjectBytes'>
  /** From its current parts: for classes with a minimum billed size. */
  objectsPerByte: number
}

/** Monthly storage cost of the bytes at a point in time, without bytes of unknown tier. */
export function costOfPoint(
  { hotBytes, coldBytes }: Pick<TierPoint, 'hotBytes' | 'coldBytes'>,
  { local, object, objectsPerByte }: TierPrices,
): number {
  const cold = { bytes: coldBytes, objects: coldBytes * objectsPerByte }
  return localCostPerMonth(hotBytes, local) + objectCostPerMonth(cold, object)
}

export interface SavedAt {
  atMs: number
  /** Bytes that are cold with the change and not without it; negative: fewer. */
  cooledBytes: number
  /** Bytes that a DELETE has removed by then and would not have removed without the change; 0 if none. */
  removedBytes: number
  /** Null: the change affects bytes of unknown tier. */
  perMonth: number | null
}

/** Savings day by day. Both forecasts cover the same days. */
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
  /** The age before the change; null: there was no rule for that target, and one was added. */
  former: TtlAge | null
}

/**
 * The same rules, with rows due to move to the target at another age; without such a rule one is added for the column.
 * Null where a rule for the target does not depend on an age, or no column is given: it has to be written manually.
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
