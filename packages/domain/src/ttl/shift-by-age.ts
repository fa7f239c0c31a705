import type { TtlAge } from './ttl-age.ts'

const lengthMs = {
  SECOND: 1_000,
  MINUTE: 60_000,
  HOUR: 3_600_000,
  DAY: 86_400_000,
  WEEK: 604_800_000,
} as const
const months = { MONTH: 1, QUARTER: 3, YEAR: 12 } as const

/**
 * When rows of a time are due by an age, in UTC; `direction` -1 gives the time of rows that are due at a time. As on
 * the server, months clamp to their last day: January 31 plus a month is the last of February.
 */
export function shiftByAge(
  timeMs: number,
  age: Pick<TtlAge, 'amount' | 'unit'>,
  direction: 1 | -1 = 1,
): number {
  const { unit } = age
  if (unit !== 'MONTH' && unit !== 'QUARTER' && unit !== 'YEAR')
    return timeMs + direction * age.amount * lengthMs[unit]
  const time = new Date(timeMs)
  const month = time.getUTCMonth() + direction * age.amount * months[unit]
  const lastDay = new Date(Date.UTC(time.getUTCFullYear(), month + 1, 0)).getUTCDate()
  const day = Math.min(time.getUTCDate(), lastDay)
  return Date.UTC(time.getUTCFullYear(), month, day) + (timeMs % 86_400_000)
}
