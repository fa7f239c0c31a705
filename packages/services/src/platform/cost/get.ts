import type { TableDiskSizeRow } from '@frostline/clickhouse'
import {
  addCosts,
  dropSharedCopies,
  idleDiskCostPerMonth,
  objectsOfParts,
  type PriceBook,
  storageCostPerMonth,
  tiers,
} from '@frostline/domain'
import type { z } from 'zod'
import { authorizeInput } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { type NodeReading, readCluster } from '../reading/read-cluster.ts'
import { askTableSizes, type NodeSizes, tableKey, toSharedCopies } from '../reading/table-sizes.ts'
import { type ClusterCosts, getCostsInput } from './costs-schema.ts'
import { createDiskPricing, readPriceBook } from './disk-prices.ts'
import { type Stored, sumDisks, sumStored, sumTables } from './sum-stored.ts'

type SizedRow = Pick<
  TableDiskSizeRow,
  'database' | 'table' | 'disk_name' | 'active_parts' | 'active_files' | 'active_bytes'
>

/** Monthly storage cost of every table, by tier, disk and table. Shares its node queries with other pages. */
export async function getCosts(
  ctx: ServiceContext,
  given: z.input<typeof getCostsInput>,
): Promise<ClusterCosts> {
  const input = await authorizeInput(ctx, 'viewer', getCostsInput, given)
  const reading = await readCluster(ctx, input, (reader) => askTableSizes(reader))
  const { book } = await readPriceBook(ctx.db, reading.cluster.id)
  const nodes = reading.readings.map((each) => priceNode(each, book))
  const stored = dropSharedCopies(
    nodes.flatMap((node) => node.stored),
    ({ database, table, disk, partitionId }) => `${tableKey(database, table)}\0${disk}\0${partitionId}`,
  )
  const idlePerMonth = nodes.reduce((sum, node) => sum + node.idlePerMonth, 0)
  const wanted = input.search.toLowerCase()
  const tables = sumTables(stored).filter(({ database, table }) =>
    `${database}.${table}`.toLowerCase().includes(wanted),
  )
  const total = addCosts(stored.map(({ perMonth }) => perMonth))
  return {
    ...reading.envelope,
    data: {
      coverage: reading.coverage,
      currency: book.currency,
      perMonth: nodes.length === 0 || total === null ? null : total + idlePerMonth,
      tiers: (nodes.length === 0 ? [] : tiers)
        .map((tier) => ({ tier, ...sumStored(stored.filter((each) => each.tier === tier)) }))
        .filter(({ tier, bytes }) => tier !== 'unknown' || bytes > 0n),
      idlePerMonth,
      disks: sumDisks(stored),
      found: tables.length,
      tables: tables.slice(0, input.limit),
    },
  }
}

function priceNode(
  { node, value }: NodeReading<NodeSizes>,
  book: PriceBook,
): { stored: Stored[]; idlePerMonth: number } {
  const { tierOf, pricesOf } = createDiskPricing(book, value.disks)
  const copies = toSharedCopies(value, node.shard)
  const sharing = new Set(copies.map(({ row }) => tableKey(row.database, row.table)))
  const priced = (row: SizedRow, partitionId: string): Stored => {
    const { database, table, disk_name: disk, active_bytes: bytes } = row
    const objects = objectsOfParts({ parts: row.active_parts, files: row.active_files })
    return {
      ...{ database, table, disk, partitionId, bytes, objects, tier: tierOf(disk), replicates: null },
      shared: sharing.has(tableKey(database, table)),
      perMonth: storageCostPerMonth({ bytes: Number(bytes), objects: Number(objects) }, pricesOf(disk)),
    }
  }
  const stored = [
    ...value.rows
      .filter((row) => !sharing.has(tableKey(row.database, row.table)) || tierOf(row.disk_name) !== 'cold')
      .map((row) => priced(row, '')),
    // Shared copies are kept by partition: each replica may have some of it.
    ...copies
      .filter(({ tier }) => tier === 'cold')
      .map(({ row, replicates }) => ({ ...priced(row, row.partition_id), replicates })),
  ]
  const used = new Map<string, number>()
  for (const { disk, bytes } of stored) used.set(disk, (used.get(disk) ?? 0) + Number(bytes))
  const idlePerMonth = value.disks.reduce(
    (sum, { name, total_space: total }) =>
      tierOf(name) === 'hot'
        ? sum + idleDiskCostPerMonth(Number(total), used.get(name) ?? 0, pricesOf(name))
        : sum,
    0,
  )
  return { stored, idlePerMonth }
}
