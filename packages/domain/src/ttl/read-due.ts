import { type DateColumn, type DateType, typeOfTtlAge } from './date-column.ts'
import { shiftByAge } from './shift-by-age.ts'
import { readTtlAge, type TtlAge } from './ttl-age.ts'

/** system.parts keeps 32 bits of a TTL time: times beyond 2106-02-07 06:28:16 UTC are shown this much too early. */
const wrapMs = 2 ** 32 * 1000
/** A Date keeps 16 bits of days: past 2149-06-06 the rows really wrap to 1970, and are due at once. */
const dateWrapMs = 2 ** 16 * 86_400_000
const dayMs = 86_400_000
/** Minimum of the type, less a day for time zones. */
const minMs = {
  Date: -dayMs,
  Date32: Date.UTC(1900, 0, 1) - dayMs,
  DateTime64: Date.UTC(1900, 0, 1) - dayMs,
} as const

/** When rows are due, for a part and a rule. */
export interface PartDue {
  dueMs: number
  /** The time in system.parts, if different. */
  shownMs?: number
}

/**
 * Reads times of `move_ttl_info` as the server itself does (seen on 26.7). For a Date, Date32 or DateTime64 it applies
 * times past 2106 as written, but shows them modulo 2^32 s. Such a time less its age is before the minimum of the
 * column, which reveals the wrap. An expression that is not column plus age is taken as shown.
 */
export function createDueReader(
  columns: readonly DateColumn[],
  nowMs: number,
): (expression: string, shownMs: number) => PartDue {
  const known = new Map<string, { age: TtlAge; type: Exclude<DateType, 'DateTime'> } | null>()
  const read = (expression: string) => {
    const present = known.get(expression)
    if (present !== undefined) return present
    const age = readTtlAge(expression)
    const type = age && typeOfTtlAge(age, columns)
    // A DateTime does wrap to 1970: what is shown is what happens.
    const found = age && type && type !== 'DateTime' ? { age, type } : null
    known.set(expression, found)
    return found
  }
  return (expression, shownMs) => {
    const rule = read(expression)
    if (!rule) return { dueMs: shownMs }
    const columnMs = shiftByAge(shownMs, rule.age, -1)
    if (!(columnMs < minMs[rule.type])) return { dueMs: shownMs }
    // If the rows are in the past, the wrap of the Date itself is the likelier reading.
    if (rule.type === 'Date' && columnMs + dateWrapMs <= nowMs + dayMs) return { dueMs: shownMs }
    const twice = columnMs + wrapMs < minMs[rule.type]
    return { dueMs: shownMs + (twice ? 2 : 1) * wrapMs, shownMs }
  }
}
