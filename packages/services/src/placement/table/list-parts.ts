import {
  type DiskRow,
  listDisks,
  listParts as listPartsQuery,
  type PartRow,
  sameStorage,
  tableIdentity,
} from '@frostline/clickhouse'
import { type PlacedDisk, tierOfDisk } from '@frostline/domain'
import type { z } from 'zod'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { compareValues } from '../../platform/reading/compare.ts'
import type { NodeReader } from '../../platform/reading/node-reader.ts'
import { readCluster } from '../../platform/reading/read-cluster.ts'
import { requireTable } from '../../platform/reading/require-table.ts'
import { toPlacedDisks } from '../../platform/reading/to-disk.ts'
import {
  deepestPart,
  type ListPartsInput,
  listPartsInput,
  type PartList,
  type PartView,
} from './parts-schema.ts'
import { timesOfRow } from './row-times.ts'

type Filters = z.output<typeof listPartsInput>

/**
 * A page of a table's parts over all nodes, filtered and sorted by each node itself and merged here.
 * @throws ServiceError `not_found`, `unreachable`.
 */
export async function listParts(ctx: ServiceContext, given: ListPartsInput): Promise<PartList> {
  const input = await authorizeInput(ctx, 'viewer', listPartsInput, given)
  const nodes = input.node === undefined ? undefined : [input.node]
  const reading = await readCluster(ctx, { ...input, nodes }, (reader) => readParts(reader, input))
  const present = requireTable(reading, input)
  const parts = present
    .flatMap(({ node, value }) => value.rows.map((row) => toView(node.name, row, value.placed)))
    .sort(orderOf(input))
  const total = present.reduce((sum, { value }) => sum + (value.rows[0]?.matching ?? 0n), 0n)
  const disks = new Map(
    present.flatMap(({ value }) => value.placed.map((disk) => [disk.name, value.placed] as const)),
  )
  return {
    ...reading.envelope,
    data: {
      coverage: reading.coverage,
      total,
      reachable: Number(total < BigInt(deepestPart) ? total : BigInt(deepestPart)),
      disks: [...disks].map(([name, placed]) => ({ name, tier: tierOfDisk(name, placed) })),
      parts: parts.slice(input.offset, input.offset + input.limit),
    },
  }
}

async function readParts(reader: NodeReader, input: Filters) {
  const identified = reader.ask(tableIdentity, { database: input.database, table: input.table })
  const disks = reader.ask(listDisks, {})
  // Without a disk filter nothing about disks has to be read first: one statement per node.
  const rows = filtersDisks(input)
    ? Promise.all([disks, identified]).then(async ([known]) => {
        const chosen = chooseDisks(input, known)
        // An empty list means "all disks" to the query, so without a matching disk no query is sent.
        return chosen.length === 0 ? [] : await askParts(reader, input, chosen)
      })
    : askParts(reader, input, [])
  const [identity, known, parts] = await Promise.all([identified, disks, rows])
  return identity.length === 0 ? null : { rows: parts, placed: toPlacedDisks(known) }
}

function askParts(reader: NodeReader, input: Filters, disks: string[]): Promise<PartRow[]> {
  return reader.ask(listPartsQuery, {
    ...{ database: input.database, table: input.table, disks },
    active: input.active,
    partition_ids: input.partitionId === undefined ? [] : [input.partitionId],
    search: input.search,
    min_bytes: input.minBytes,
    max_bytes: input.maxBytes,
    min_level: input.minLevel,
    max_level: input.maxLevel,
    min_age_seconds: input.minAgeSeconds,
    max_age_seconds: input.maxAgeSeconds,
    sort: orders[input.sort].sort,
    reverse: isReversed(input),
    limit: input.offset + input.limit,
  })
}

function filtersDisks({ disk, tier }: Pick<Filters, 'disk' | 'tier'>): boolean {
  return disk !== undefined || tier !== undefined
}

/** Disk names that this node's parts may have for the wanted disk or tier. */
function chooseDisks({ disk, tier }: Pick<Filters, 'disk' | 'tier'>, disks: readonly DiskRow[]): string[] {
  const placed = toPlacedDisks(disks)
  const aliases = disk === undefined ? undefined : sameStorage(disk, disks)
  return placed
    .map(({ name }) => name)
    .filter((name) => aliases?.has(name) ?? true)
    .filter((name) => tier === undefined || tierOfDisk(name, placed) === tier)
}

type PartOrder = (a: PartView, b: PartView) => number

/**
 * The query's own sort orders, including tie-breakers, and their directions. Merging is right only in exactly the order
 * in which every node has cut its list.
 */
const orders: Record<
  Filters['sort'],
  {
    sort: 'partition' | 'name' | 'bytes' | 'rows' | 'level' | 'newest'
    runs: 'asc' | 'desc'
    compare: PartOrder
  }
> = {
  partition: {
    sort: 'partition',
    runs: 'asc',
    compare: (a, b) => compareValues(a.partitionId, b.partitionId) || firstBlock(a) - firstBlock(b),
  },
  name: { sort: 'name', runs: 'asc', compare: (a, b) => compareValues(a.name, b.name) },
  bytes: { sort: 'bytes', runs: 'desc', compare: (a, b) => compareValues(b.bytes, a.bytes) },
  rows: { sort: 'rows', runs: 'desc', compare: (a, b) => compareValues(b.rows, a.rows) },
  level: { sort: 'level', runs: 'desc', compare: (a, b) => b.level - a.level },
  modified: {
    sort: 'newest',
    runs: 'desc',
    compare: (a, b) => b.modifiedAt.getTime() - a.modifiedAt.getTime(),
  },
}

function isReversed({ sort, direction }: Filters): boolean {
  return orders[sort].runs !== direction
}

function orderOf(filters: Filters): PartOrder {
  const { compare } = orders[filters.sort]
  const sign = isReversed(filters) ? -1 : 1
  return (a, b) => sign * (compare(a, b) || compareValues(a.name, b.name)) || compareValues(a.node, b.node)
}

function firstBlock(part: PartView): number {
  return Number(part.name.split('_')[1] ?? 0)
}

function toView(node: string, row: PartRow, placed: readonly PlacedDisk[]): PartView {
  return {
    node,
    name: row.name,
    partitionId: row.partition_id,
    partition: row.partition,
    type: row.part_type,
    active: row.active,
    disk: row.disk_name,
    tier: tierOfDisk(row.disk_name, placed),
    rows: row.rows,
    bytes: row.bytes_on_disk,
    uncompressedBytes: row.data_uncompressed_bytes,
    files: row.files,
    level: row.level,
    modifiedAt: row.modification_time,
    removedAt: row.remove_time,
    ...timesOfRow(row),
    hash: row.hash_of_all_files,
    moveTtls: row.move_ttl_expressions.map((expression, index) => ({
      expression,
      min: row.move_ttl_min[index] ?? null,
      max: row.move_ttl_max[index] ?? null,
    })),
  }
}
