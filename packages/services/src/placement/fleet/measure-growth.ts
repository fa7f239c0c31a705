import { insertedBytes, partLogStart } from '@frostline/clickhouse'
import { growthPerDay } from '@frostline/domain'
import { firstRow } from '../../platform/reading/first-row.ts'
import type { NodeReader } from '../../platform/reading/node-reader.ts'
import type { NodeReading } from '../../platform/reading/read-cluster.ts'
import { tableKey } from '../../platform/reading/table-sizes.ts'
import type { FleetTable } from './schema.ts'

export const growthDays = 7
const dayMs = 86_400_000

/** The log of a week is long, and a rate per day changes slowly. */
const slowAnswer = { ttlMs: 60_000 }

type NodeInserts = Awaited<ReturnType<typeof askInserts>>

/** Null: the node has no part_log. */
export async function askInserts(reader: NodeReader, since: Date) {
  const [start, rows] = await Promise.all([
    reader.askIfOffered(partLogStart, { since }, slowAnswer),
    reader.askIfOffered(insertedBytes, { since }, slowAnswer),
  ])
  return start && rows && { first: firstRow(start, partLogStart.name).first, rows }
}

/**
 * Growth of each table of a cluster: what inserts have written on all nodes, per day. Replicas that fetch a part do not
 * insert it, so their copies are not counted.
 */
export function measureInserts(
  readings: readonly NodeReading<{ inserts: NodeInserts }>[],
  until: Date,
): (table: { database: string; table: string }) => FleetTable['growth'] {
  const without = readings.filter(({ value }) => value.inserts === null).map(({ node }) => node.name)
  const unknown = (reason: string) => ({ bytesPerDay: null, measuredDays: null, reason })
  if (without.length > 0)
    return () => unknown(`${without.join(', ')} ${without.length === 1 ? 'has' : 'have'} no part_log.`)
  const starts = readings.flatMap(({ value }) => value.inserts?.first?.getTime() ?? [])
  const [oldestMs, nowMs] = [Math.min(...starts), until.getTime()]
  if (starts.length === 0) return () => unknown(`part_log has no entries of the last ${growthDays} days.`)
  const bytes = new Map<string, number>()
  for (const { value } of readings)
    for (const row of value.inserts?.rows ?? []) {
      const key = tableKey(row.database, row.table)
      bytes.set(key, (bytes.get(key) ?? 0) + Number(row.bytes))
    }
  const measuredDays = Math.min(growthDays, (nowMs - oldestMs) / dayMs)
  return ({ database, table }) => ({
    bytesPerDay: growthPerDay(bytes.get(tableKey(database, table)) ?? 0, {
      ...{ windowDays: growthDays, oldestMs, nowMs },
    }),
    measuredDays: Math.max(0, measuredDays),
    reason: null,
  })
}
