import { endOfPeriod } from '../placement/end-of-period.ts'
import { periodOfPartition, unitOfPartitionKey } from '../placement/partition-period.ts'
import { type DateColumn, readDateType, typeOfTtlAge } from '../ttl/date-column.ts'
import { shiftByAge } from '../ttl/shift-by-age.ts'
import { readTtlAge } from '../ttl/ttl-age.ts'
import type { MoveRule } from './move-rule.ts'
import type { PlacedPart, PlacedReplica } from './placed-replica.ts'

/** When a part would be due by a rule for which it has no TTL information. */
export interface DueEstimate {
  dueMs: number
  /** Basis: the newest value of the rule's column in the part, or the end of its partition's period. */
  basis: 'newest-row' | 'partition'
  column: string
}

/** The last second of a DateTime. Later times wrap to 1970, so nothing is estimated. */
const lastDateTimeMs = (2 ** 32 - 1) * 1000

/** Null where the expression is not column plus age, or neither the part nor its partition has that column. */
export function estimateDue(
  part: Pick<PlacedPart, 'partition' | 'maxDateMs' | 'maxTimeMs'>,
  { expression }: MoveRule,
  { partitionKey, dateColumns }: Pick<PlacedReplica, 'partitionKey' | 'dateColumns'>,
): DueEstimate | null {
  const age = readTtlAge(expression)
  const type = age && typeOfTtlAge(age, dateColumns)
  if (!age || !type) return null
  const { column } = age
  const newestMs = newestRow(part, column, dateColumns)
  const fromMs = newestMs ?? lastDay(part.partition, partitionKey, column, dateColumns)
  if (fromMs === null) return null
  const dueMs = shiftByAge(fromMs, age)
  if (!Number.isFinite(dueMs) || (type === 'DateTime' && dueMs > lastDateTimeMs)) return null
  return { dueMs, basis: newestMs === null ? 'partition' : 'newest-row', column }
}

/**
 * system.parts has the range of one column: the only Date in the partition key, or else its only DateTime or DateTime64
 * (MergeTreeData::checkPartitionKeyAndInitMinMax).
 */
function newestRow(
  part: Pick<PlacedPart, 'maxDateMs' | 'maxTimeMs'>,
  column: string,
  columns: readonly DateColumn[],
): number | null {
  const keys = columns.filter(({ inPartitionKey }) => inPartitionKey)
  const dates = keys.filter(({ type }) => readDateType(type) === 'Date')
  const times = keys.filter(({ type }) => /^DateTime/.test(type))
  const [only, ...others] = dates.length > 0 ? dates : times
  if (only?.name !== column || others.length > 0) return null
  return dates.length > 0 ? part.maxDateMs : part.maxTimeMs
}

/** Midnight of the last day of the partition's period, where its key consists of this date only. */
function lastDay(
  partition: string,
  partitionKey: string,
  column: string,
  columns: readonly DateColumn[],
): number | null {
  const [only, ...others] = columns.filter(({ inPartitionKey }) => inPartitionKey)
  if (only?.name !== column || others.length > 0) return null
  const period = periodOfPartition(unitOfPartitionKey(partitionKey, true), partition, null)
  if (!period) return null
  return endOfPeriod(period.unit, Date.UTC(period.year, period.month - 1, period.day)) - 86_400_000
}
