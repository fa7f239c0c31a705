import { parseDistributedTarget, parseTableTtl, type TableCatalogRow } from '@frostline/clickhouse'
import { noTierSizes, totalOfTiers } from '@frostline/domain'
import { noLogicalSizes } from '../../platform/reading/logical-sizes.ts'
import { type ClusterReading, toPlaces } from '../../platform/reading/read-cluster.ts'
import { mergeTableSizes, type NodeSizes, tableKey } from '../../platform/reading/table-sizes.ts'
import { familyOfEngine } from './engine-family.ts'
import type { TableSummary } from './schema.ts'

type CatalogReading = ClusterReading<NodeSizes & { tables: readonly TableCatalogRow[] }, NodeSizes>
type NodeCatalog = CatalogReading['readings'][number]

/** Every table once, with what the reachable nodes have of it. Ordered by database and name. */
export function mergeCatalogs(reading: CatalogReading): TableSummary[] {
  const { readings: nodes } = reading
  const silent = toPlaces(reading.silent)
  const sizes = mergeTableSizes(reading)
  const partitions = countPartitions(nodes)
  const readBy = new Map<string, { database: string; table: string }[]>()
  const summaries: TableSummary[] = []
  for (const [key, entries] of groupByName(nodes)) {
    const [first] = entries
    if (!first) continue
    const { row } = first
    const family = familyOfEngine(row.engine)
    const tiers = family === 'merge-tree' ? (sizes.get(key)?.tiers ?? noTierSizes()) : null
    const target = family === 'distributed' ? parseDistributedTarget(row.engine_full) : null
    if (target) {
      const over = tableKey(target.database, target.table)
      readBy.set(over, [...(readBy.get(over) ?? []), { database: row.database, table: row.name }])
    }
    const presentOn = entries.map((entry) => entry.node)
    summaries.push({
      database: row.database,
      table: row.name,
      engine: row.engine,
      family,
      storagePolicy: row.storage_policy === '' ? null : row.storage_policy,
      partitionKey: row.partition_key,
      sortingKey: row.sorting_key,
      ttl: family === 'merge-tree' ? parseTableTtl(row.engine_full) : '',
      modifiedAt: entries.reduce(
        (last, entry) =>
          last < entry.row.metadata_modification_time ? entry.row.metadata_modification_time : last,
        row.metadata_modification_time,
      ),
      differs: findDifferences(entries.map((entry) => entry.row)),
      tiers,
      totalBytes: tiers && totalOfTiers(tiers).bytes,
      sharedBytes: tiers && (sizes.get(key)?.sharedBytes ?? 0n),
      logical: tiers && (sizes.get(key)?.logical ?? noLogicalSizes(silent)),
      partitions: tiers && (partitions.get(key) ?? 0),
      presentOn,
      absentFrom: nodes.map((entry) => entry.node.name).filter((name) => !presentOn.includes(name)),
      readsFrom: target,
      readBy: [],
    })
  }
  return summaries.map((summary) => ({
    ...summary,
    readBy: readBy.get(tableKey(summary.database, summary.table)) ?? [],
  }))
}

interface Entry {
  node: string
  row: TableCatalogRow
}

function groupByName(nodes: readonly NodeCatalog[]): Map<string, Entry[]> {
  const groups = new Map<string, Entry[]>()
  for (const { node, value } of nodes)
    for (const row of value.tables) {
      const key = tableKey(row.database, row.name)
      const group = groups.get(key)
      if (group) group.push({ node: node.name, row })
      else groups.set(key, [{ node: node.name, row }])
    }
  return groups
}

function findDifferences(rows: readonly TableCatalogRow[]): TableSummary['differs'] {
  const differs = (read: (row: TableCatalogRow) => string) => {
    const [first, ...others] = rows.length > 1 ? rows.map(read) : []
    return others.some((other) => other !== first)
  }
  const found: [TableSummary['differs'][number], boolean][] = [
    ['engine', differs((row) => row.engine)],
    ['storagePolicy', differs((row) => row.storage_policy)],
    ['partitionKey', differs((row) => row.partition_key)],
    ['sortingKey', differs((row) => row.sorting_key)],
    // The whole engine clause is compared first: it is nearly always equal, and then nothing has to be parsed.
    ['ttl', differs((row) => row.engine_full) && differs((row) => parseTableTtl(row.engine_full))],
  ]
  return found.filter(([, different]) => different).map(([name]) => name)
}

function countPartitions(nodes: readonly NodeCatalog[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { value } of nodes)
    for (const row of value.rows) {
      const key = tableKey(row.database, row.table)
      counts.set(key, Math.max(counts.get(key) ?? 0, Number(row.table_partitions)))
    }
  return counts
}
