/** The calendar unit that each partition of a table covers. */
export type PartitionUnit = 'year' | 'quarter' | 'month' | 'week' | 'day' | 'hour'

/** What a partition covers: its first day, and its month on a map over time (1..12). */
export interface PartitionPeriod {
  unit: PartitionUnit
  year: number
  month: number
  /** Day of the month; 1 for units of a month and longer. */
  day: number
}

const functions: readonly [RegExp, PartitionUnit][] = [
  [/\b(toYYYYMMDDhhmmss|toStartOfHour)\(|\btoIntervalHour\(/, 'hour'],
  [/\b(toYYYYMMDD|toStartOfDay|toDate|toDate32)\(|\btoIntervalDay\(/, 'day'],
  [/\b(toMonday|toStartOfWeek|toYearWeek|toISOYearWeek|toLastDayOfWeek)\(|\btoIntervalWeek\(/, 'week'],
  [/\b(toYYYYMM|toStartOfMonth|toLastDayOfMonth)\(|\btoIntervalMonth\(/, 'month'],
  [/\b(toStartOfQuarter)\(|\btoIntervalQuarter\(/, 'quarter'],
  [/\b(toYear|toStartOfYear|toISOYear)\(|\btoIntervalYear\(/, 'year'],
]

/**
 * The unit of a partition key as system.tables spells it. Null for keys without time. In a key of several columns the
 * finest unit counts. `hasDates`: the parts have dates, so a bare column means one partition per day.
 */
export function unitOfPartitionKey(partitionKey: string, hasDates: boolean): PartitionUnit | null {
  const found = functions.find(([pattern]) => pattern.test(partitionKey))
  if (found) return found[1]
  return hasDates && partitionKey !== '' ? 'day' : null
}

/**
 * The period of one partition. The digits of the value come first, since they are in the table's time zone; without
 * them (`tuple` of other things) the oldest row's time in UTC. Null if neither exists.
 */
export function periodOfPartition(
  unit: PartitionUnit | null,
  partition: string,
  oldest: Date | null,
): PartitionPeriod | null {
  if (unit === null) return null
  const written = readValue(unit, partition)
  if (written) return { unit, ...written }
  if (oldest === null) return null
  return { unit, ...truncate(unit, oldest.getUTCFullYear(), oldest.getUTCMonth() + 1, oldest.getUTCDate()) }
}

type Day = Omit<PartitionPeriod, 'unit'>

function readValue(unit: PartitionUnit, partition: string): Day | null {
  const iso = /\b(\d{4})-(\d{2})-(\d{2})\b/.exec(partition)
  const compact =
    unit === 'month'
      ? /(?<!\d)(\d{4})(\d{2})(?!\d)/.exec(partition)
      : unit === 'day'
        ? /(?<!\d)(\d{4})(\d{2})(\d{2})(?!\d)/.exec(partition)
        : unit === 'year'
          ? /(?<!\d)(\d{4})(?!\d)/.exec(partition)
          : null
  const match = iso ?? compact
  if (!match) return null
  const [year, month, day] = [Number(match[1]), Number(match[2] ?? 1), Number(match[3] ?? 1)]
  if (year < 1900 || year > 2299 || month < 1 || month > 12 || day < 1 || day > 31) return null
  return truncate(unit, year, month, day)
}

function truncate(unit: PartitionUnit, year: number, month: number, day: number): Day {
  if (unit === 'year') return { year, month: 1, day: 1 }
  if (unit === 'quarter') return { year, month: month - ((month - 1) % 3), day: 1 }
  return { year, month, day: unit === 'month' ? 1 : day }
}
