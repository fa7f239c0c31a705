import type { PartitionUnit } from './partition-period.ts'

/** End of the partition that contains a time, in UTC, as a day. */
export function endOfPeriod(unit: PartitionUnit | null, timeMs: number): number {
  const time = new Date(timeMs)
  const [year, month, day] = [time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate()]
  if (unit === 'year') return Date.UTC(year + 1, 0, 1)
  if (unit === 'quarter') return Date.UTC(year, month - (month % 3) + 3, 1)
  if (unit === 'month') return Date.UTC(year, month + 1, 1)
  if (unit === 'week') return Date.UTC(year, month, day + 7 - ((time.getUTCDay() + 6) % 7))
  return Date.UTC(year, month, day + 1)
}
