import {
  type StartFactsRow,
  startFacts,
  type TableDiskSizeRow,
  tableDiskSizes,
  tierOfDisk,
} from '@frostline/clickhouse'
import {
  groupBy,
  type StartPlace,
  type StartSetting,
  type StartSettings,
  type StartTable,
  startSettingNames,
} from '@frostline/domain'
import { firstRow } from '../reading/first-row.ts'
import type { NodeReader } from '../reading/node-reader.ts'
import { sumEvents } from '../reading/sum-events.ts'
import { tableKey } from '../reading/table-sizes.ts'

/** What the next start of a node depends on, as the node itself reports it. */
export interface ReadScene {
  version: string
  cores: number
  settings: StartSettings
  tables: StartTable[]
  /** Mean of all GETs of its disks since the server started. Null: there was none. */
  runningGetMs: number | null
}

/** Two queries, whatever the number of parts. */
export async function readScene(reader: Pick<NodeReader, 'ask'>): Promise<ReadScene> {
  const [facts, sizes] = await Promise.all([
    reader.ask(startFacts, { settings: [...startSettingNames] }),
    reader.ask(tableDiskSizes, { include_system: true }),
  ])
  const row = firstRow(facts, startFacts.name)
  return {
    version: row.version,
    cores: Math.max(1, Number(row.cores)),
    settings: toSettings(row),
    tables: toTables(sizes, placesOf(row)),
    runningGetMs: meanGetMs(sumDiskReads(row.events)),
  }
}

/** Mean over all read requests. Null before the first. */
export function meanGetMs({
  requests,
  microseconds,
}: {
  requests: bigint
  microseconds: bigint
}): number | null {
  return requests === 0n ? null : Number(microseconds) / Number(requests) / 1000
}

/** GETs of object storage disks, and all their read requests with the time they took. */
export function sumDiskReads(events: Readonly<Record<string, bigint>>) {
  return {
    gets: sumEvents(events, 'DiskS3GetObject', 'DiskAzureGetObject'),
    requests: sumEvents(events, 'DiskS3ReadRequestsCount', 'DiskAzureReadRequestsCount'),
    microseconds: sumEvents(events, 'DiskS3ReadMicroseconds', 'DiskAzureReadMicroseconds'),
  }
}

function placesOf(row: StartFactsRow): Map<string, StartPlace> {
  return new Map(
    row.disk_names.map((name, index) => {
      const disk = { is_remote: row.disk_remote[index] ?? false, type: row.disk_types[index] ?? '' }
      const cached = row.disk_cached[index] ?? false
      return [name, tierOfDisk(disk) === 'local' ? 'local' : cached ? 'cached' : 'store']
    }),
  )
}

function toSettings(row: StartFactsRow): StartSettings {
  const changed = new Set(row.changed_settings)
  const of = (scope: StartSetting['scope'], values: Record<string, string>) =>
    Object.entries(values).map(
      ([name, value]) => [name, { scope, name, value, changed: changed.has(name) }] as const,
    )
  return new Map([...of('merge_tree', row.merge_tree_settings), ...of('server', row.server_settings)])
}

/** A disk that the node does not list counts as object storage: a forecast should be too long rather than too short. */
function toTables(sizes: readonly TableDiskSizeRow[], places: Map<string, StartPlace>): StartTable[] {
  return [...groupBy(sizes, (row) => tableKey(row.database, row.table)).values()].map((rows) => {
    const parts = { local: 0, store: 0, cached: 0 }
    for (const row of rows) parts[places.get(row.disk_name) ?? 'store'] += Number(row.active_parts)
    const [{ database, table }] = rows
    const outdatedParts = rows.reduce((sum, row) => sum + Number(row.inactive_parts), 0)
    return { database, table, parts, outdatedParts }
  })
}
