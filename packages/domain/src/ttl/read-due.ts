import { type DateColumn, type DateType, typeOfTtlAge } from './date-column.ts'
import { shiftByAge } from './shift-by-age.ts'
import { readTtlAge, type TtlAge } from './ttl-age.ts'

/** system.parts keeps 32 bits of a TTL time: what lies beyond 2106-02-07 06:28:16 UTC is shown this much too early. */
const wrapMs = 2 ** 32 * 1000
/** A Date keeps 16 bits of days: past 2149-06-06 the rows count on from 1970 in truth, and are due at once. */
const dateWrapMs = 2 ** 16 * 86_400_000
const dayMs = 86_400_000
/** The least that a column of the type holds, less a day for time zones. */
const minMs = {
  Date: -dayMs,
  Date32: Date.UTC(1900, 0, 1) - dayMs,
  DateTime64: Date.UTC(1900, 0, 1) - dayMs,
} as const

/** When rows are due, for a part and a rule. */
export interface PartDue {
  dueMs: number
  /** What system.parts shows, where that is another time. */
  shownMs?: number
}

/**
 * Reads times of `move_ttl_info` as the server itself takes them (seen with 26.7). Of a Date, Date32 or DateTime64 it
 * waits for a time past 2106 as written, but shows it modulo 2^32 s. Less its age such a time lies before the first
 * day that the column can hold, which gives it away. An expression that is no column and age is taken as shown.
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
    // A DateTime does count on from 1970: what is shown is what happens.
    const found = age && type && type !== 'DateTime' ? { age, type } : null
    known.set(expression, found)
    return found
  }
  return (expression, shownMs) => {
    const rule = read(expression)
    if (!rule) return { dueMs: shownMs }
    const columnMs = shiftByAge(shownMs, rule.age, -1)
    if (!(columnMs < minMs[rule.type])) return { dueMs: shownMs }
    // Rows of a day that has been make the wrap of a Date itself the likelier reading.
    if (rule.type === 'Date' && columnMs + dateWrapMs <= nowMs + dayMs) return { dueMs: shownMs }
    const twice = columnMs + wrapMs < minMs[rule.type]
    return { dueMs: shownMs + (twice ? 2 : 1) * wrapMs, shownMs }
  }
}
