import { readTtlAge, type TtlUnit } from './ttl-age.ts'
import type { TtlCheck } from './ttl-check.ts'

/** The maximum DateTime, 2106-02-07 06:28:15 UTC. */
const LAST_DATE_TIME_MS = 4_294_967_295_000
/** The maximum Date, 2149-06-06. */
const LAST_DATE_MS = 65_535 * 86_400_000
/** Future rows matter too, but only in the near future. */
const AHEAD_MS = 365 * 86_400_000

/**
 * Ages beyond the range of the server's types, seen on 26.7. A DateTime wraps to 1970, so the rows are due at once; so
 * does a Date beyond 2149. A Date between 2106 and 2149, and a Date32 or DateTime64 beyond 2106, is due as written, but
 * system.parts shows the time modulo 2^32 s, in the past.
 * @param rules each with the type that the server gives its expression.
 */
export function findTtlOverflow(
  node: string,
  rules: readonly { expression: string; type: string }[],
  nowMs: number,
): TtlCheck[] {
  return rules.flatMap(({ expression, type }): TtlCheck[] => {
    const age = readTtlAge(expression)
    if (age === null) return []
    const check = (text: string, hint: string): TtlCheck[] => [
      { id: 'time-overflow', node, outcome: 'warning', text, hint },
    ]
    const after = (limitMs: number) => subtract(limitMs, age.amount, age.unit)
    const reaches = (limitMs: number) => after(limitMs) < nowMs + AHEAD_MS
    const isDateTime = /^DateTime(\(.*\))?$/.test(type)
    const wrapsAtMs = isDateTime ? LAST_DATE_TIME_MS : type === 'Date' ? LAST_DATE_MS : null
    if (wrapsAtMs !== null && reaches(wrapsAtMs))
      return check(
        `${expression} exceeds the maximum of ${isDateTime ? 'DateTime' : 'Date'}, ${day(wrapsAtMs)}. For rows with ${age.column} after ${day(after(wrapsAtMs))} it wraps to 1970, so they are due at once.`,
        'Use a shorter age. To keep data forever, remove the rule.',
      )
    if (!isDateTime && reaches(LAST_DATE_TIME_MS))
      return check(
        `${expression} exceeds ${day(LAST_DATE_TIME_MS)} for rows with ${age.column} after ${day(after(LAST_DATE_TIME_MS))}. The server waits correctly, but system.parts shows their TTL in the past, and figures based on it count them as due.`,
        'Use a shorter age, so that the shown times are correct.',
      )
    return []
  })
}

const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)

const unitMs = {
  SECOND: 1000,
  MINUTE: 60_000,
  HOUR: 3_600_000,
  DAY: 86_400_000,
  WEEK: 604_800_000,
} as const
const unitMonths = { MONTH: 1, QUARTER: 3, YEAR: 12 } as const

/** Uses the calendar for months and longer. Clamped to the range of a JavaScript date. */
function subtract(ms: number, amount: number, unit: TtlUnit): number {
  if (unit === 'MONTH' || unit === 'QUARTER' || unit === 'YEAR') {
    const date = new Date(ms)
    date.setUTCMonth(date.getUTCMonth() - Math.min(amount * unitMonths[unit], 24_000))
    return date.getTime()
  }
  return Math.max(ms - amount * unitMs[unit], 0)
}
