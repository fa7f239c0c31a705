import { replicaSums, tableCatalog } from '@frostline/clickhouse'
import { totalOfTiers } from '@frostline/domain'
import type { z } from 'zod'
import { tableFilter } from '../../identity/access/visible.ts'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { compareValues, orderRows } from '../../platform/reading/compare.ts'
import { firstRow } from '../../platform/reading/first-row.ts'
import { sumLogicalSizes } from '../../platform/reading/logical-sizes.ts'
import { readCluster, toPlaces } from '../../platform/reading/read-cluster.ts'
import { toReplicationSums } from '../../platform/reading/replication-sums.ts'
import { askTableSizes, sumTiers } from '../../platform/reading/table-sizes.ts'
import { mergeCatalogs } from './merge-catalog.ts'
import { type ListTablesInput, listTablesInput, type TableList, type TableSummary } from './schema.ts'

/** Tables of all nodes, each once; searched, filtered, sorted and paged here, because sizes must be added up first. */
export async function listTables(ctx: ServiceContext, given: ListTablesInput): Promise<TableList> {
  const input = await authorizeInput(ctx, 'viewer', listTablesInput, given)
  const reading = await readCluster(
    ctx,
    input,
    async (reader) => {
      const [tables, sizes, replication] = await Promise.all([
        reader.ask(tableCatalog, { include_system: input.includeSystem }, { ttlMs: 5_000 }),
        askTableSizes(reader),
        reader.ask(replicaSums, {}),
      ])
      return { tables, ...sizes, replication: toReplicationSums(firstRow(replication, replicaSums.name)) }
    },
    askTableSizes,
  )
  const visible = tableFilter(ctx.actor, reading.cluster.id)
  const all = visible ? mergeCatalogs(reading).filter(visible) : mergeCatalogs(reading)
  const matching = all.filter((table) => matches(table, input)).sort(orderOf(input))
  const tiers = sumTiers(matching.flatMap((table) => (table.tiers ? [table.tiers] : [])))
  return {
    ...reading.envelope,
    data: {
      coverage: reading.coverage,
      total: matching.length,
      totals: {
        tiers,
        totalBytes: totalOfTiers(tiers).bytes,
        logical: sumLogicalSizes(
          matching.flatMap((table) => table.logical ?? []),
          toPlaces(reading.silent),
        ),
        withParts: matching.filter((table) => table.tiers && totalOfTiers(table.tiers).parts > 0n).length,
      },
      databases: countByDatabase(all),
      policies: [...new Set(all.flatMap((table) => table.storagePolicy ?? []))].sort(),
      // Sums over all tables of a node.
      replication: visible
        ? []
        : reading.readings.map(({ node, value }) => ({ node: node.name, ...value.replication })),
      tables: matching.slice(input.offset, input.offset + input.limit),
    },
  }
}

type Filters = z.output<typeof listTablesInput>

function matches(table: TableSummary, filters: Filters): boolean {
  const name = `${table.database}.${table.table}`.toLowerCase()
  return (
    name.includes(filters.search.toLowerCase()) &&
    (filters.database === undefined || table.database === filters.database) &&
    (filters.policy === undefined || table.storagePolicy === filters.policy) &&
    (filters.family === undefined || table.family === filters.family)
  )
}

function orderOf({ sort, direction }: Filters): (a: TableSummary, b: TableSummary) => number {
  return orderRows({
    direction,
    figureOf: sort === 'name' ? null : (table) => sortValue(table, sort),
    byName: (a, b) => compareValues(a.database, b.database) || compareValues(a.table, b.table),
  })
}

function sortValue(
  table: TableSummary,
  sort: Exclude<Filters['sort'], 'name'>,
): string | number | bigint | null {
  switch (sort) {
    case 'engine':
      return table.engine
    case 'policy':
      return table.storagePolicy
    case 'bytes':
      return table.totalBytes
    case 'hot':
      return table.tiers?.hot.bytes ?? null
    case 'cold':
      return table.tiers?.cold.bytes ?? null
    case 'parts':
      return table.tiers && totalOfTiers(table.tiers).parts
    case 'rows':
      return table.logical?.rows ?? null
    case 'partitions':
      return table.partitions
  }
}

function countByDatabase(tables: readonly TableSummary[]): { name: string; tables: number }[] {
  const counts = new Map<string, number>()
  for (const { database } of tables) counts.set(database, (counts.get(database) ?? 0) + 1)
  return [...counts]
    .map(([name, count]) => ({ name, tables: count }))
    .sort((a, b) => compareValues(a.name, b.name))
}
