import type { TierPoint } from './forecast-tiers.ts'
import type { TtlAge } from './ttl-age.ts'

/** A date or time column, with its type as the server spells it. */
export interface DateColumn {
  name: string
  type: string
  inPartitionKey: boolean
}

export type DateType = 'Date' | 'Date32' | 'DateTime' | 'DateTime64'

/** Without parameters; null for a type that is no date. */
export function readDateType(type: string): DateType | null {
  const name = /^(DateTime64|DateTime|Date32|Date)(?:\(|$)/.exec(type)?.[1]
  return name === undefined ? null : (name as DateType)
}

/** The type of an age's expression, as the server derives it. Null when the column is unknown. */
export function typeOfTtlAge(
  { column, wrap, unit }: TtlAge,
  columns: readonly DateColumn[],
): DateType | null {
  const own = columns.find(({ name }) => name === column)
  const type = own ? readDateType(own.type) : null
  if (type === null) return null
  const base = wrap === 'toDate' ? 'Date' : wrap === 'toDateTime' ? 'DateTime' : type
  if (unit !== 'SECOND' && unit !== 'MINUTE' && unit !== 'HOUR') return base
  // Adding hours to a Date gives a DateTime.
  return base === 'Date' ? 'DateTime' : base === 'Date32' ? 'DateTime64' : base
}

/**
 * When local disks would first be full: when hot data exceeds the current hot data plus free space. Null: not within
 * the forecast.
 */
export function findFullDay(points: readonly TierPoint[], freeBytes: number): number | null {
  const now = points[0]?.hotBytes ?? 0
  return points.find(({ hotBytes }) => hotBytes - now > freeBytes)?.atMs ?? null
}
