import {
  type DiskRow,
  listDisks,
  type ReplicaPathRow,
  replicaPaths,
  type SharedPartitionSizeRow,
  sharedPartitionSizes,
  type TableDiskSizeRow,
  tableDiskSizes,
} from '@frostline/clickhouse'
import {
  addTierSizes,
  chooseCopies,
  dropSharedCopies,
  noTierSizes,
  type StoredCopy,
  splitByTier,
  type TableCopy,
  type TierSizes,
  tierOfDisk,
} from '@frostline/domain'
import { type LogicalSizes, toLogicalSizes } from './logical-sizes.ts'
import type { NodeReader } from './node-reader.ts'
import { type ClusterReading, type NodeReading, toPlaces } from './read-cluster.ts'
import { toDiskSizes, toPlacedDisks } from './to-disk.ts'

/** Table sizes of one node. */
export interface NodeSizes {
  rows: readonly TableDiskSizeRow[]
  disks: readonly DiskRow[]
  paths: readonly ReplicaPathRow[]
  /** Of tables whose replicas share objects (zero-copy replication). */
  shared: readonly SharedPartitionSizeRow[]
}

/** One table over the nodes that have parts of it. */
export interface TableSizes {
  database: string
  table: string
  /** Every row once. */
  logical: LogicalSizes
  /** What disks and buckets hold: includes the copies of replicas, and shared objects once. */
  tiers: TierSizes
  /** What replicas refer to in the bucket in addition: each of them needs it, and it is stored once. */
  sharedBytes: bigint
  inactive: { parts: bigint; bytes: bigint }
  /** What each node needs, shared or not. */
  byNode: { node: string; tiers: TierSizes }[]
}

/** Key of a table in maps; no name can contain a NUL. */
export function tableKey(database: string, table: string): string {
  return `${database}\0${table}`
}

/** Four queries that reach the node as one statement. All tables, including system tables, unless one is named. */
export async function askTableSizes(
  reader: NodeReader,
  at: { database?: string; table?: string } = {},
): Promise<NodeSizes> {
  const kept = { remember: true }
  const [rows, disks, paths, shared] = await Promise.all([
    reader.ask(tableDiskSizes, { ...at, include_system: true }, kept),
    reader.ask(listDisks, {}, kept),
    reader.askIfOffered(replicaPaths, at, kept),
    reader.askIfOffered(sharedPartitionSizes, at, kept),
  ])
  return { rows, disks, paths: paths ?? [], shared: shared ?? [] }
}

type SizesReading = Pick<ClusterReading<NodeSizes, NodeSizes>, 'readings' | 'recalled' | 'silent'>

/** The only place where node figures become table figures. A table without parts anywhere has no entry. */
export function mergeTableSizes({ readings, recalled, silent }: SizesReading): Map<string, TableSizes> {
  const merged = new Map<string, TableSizes & { copies: SizedCopy[] }>()
  const places = toPlaces(silent)
  const nodes = [...readings.map((reading) => ({ ...reading, at: null })), ...recalled]
  for (const { node, value, at } of nodes) {
    const placed = toPlacedDisks(value.disks)
    const pathOf = indexPaths(value.paths)
    for (const group of groupByTable(value.rows)) {
      const { database, table, rows } = group
      const key = tableKey(database, table)
      const entry = merged.get(key) ?? emptySizes(database, table)
      merged.set(key, entry)
      entry.copies.push({
        ...{ node: node.name, shard: node.shard, lastSeen: at, ...sumActive(rows) },
        replicates: pathOf(group, node.shard),
      })
      if (at !== null) continue
      const own = splitByTier(rows.map(toDiskSizes), placed)
      entry.tiers = addTierSizes(entry.tiers, own)
      entry.byNode.push({ node: node.name, tiers: own })
      for (const row of rows) {
        entry.inactive.parts += row.inactive_parts
        entry.inactive.bytes += row.inactive_bytes
      }
    }
  }
  // A replica that has the table and no parts has been counted: it is not an unreachable one.
  for (const { node, value, at } of nodes)
    for (const { database, table } of value.paths) {
      const entry = merged.get(tableKey(database, table))
      if (!entry || entry.copies.some((copy) => copy.node === node.name)) continue
      entry.copies.push({
        ...{ node: node.name, shard: node.shard, lastSeen: at, ...sumActive([]) },
        replicates: indexPaths(value.paths)({ database, table }, node.shard),
      })
    }
  for (const copy of listDoubles(readings)) {
    const entry = merged.get(tableKey(copy.database, copy.table))
    if (!entry) continue
    entry.tiers.cold = { ...entry.tiers.cold, bytes: entry.tiers.cold.bytes - copy.active_bytes }
    entry.sharedBytes += copy.active_bytes
    entry.inactive.bytes -= copy.inactive_bytes
  }
  return new Map(
    [...merged].map(([key, { copies, ...sizes }]) => [
      key,
      { ...sizes, logical: toLogicalSizes(chooseCopies(copies, places)) },
    ]),
  )
}

interface SizedCopy extends TableCopy {
  uncompressedBytes: bigint
}

function emptySizes(database: string, table: string): TableSizes & { copies: SizedCopy[] } {
  return {
    ...{ database, table, tiers: noTierSizes(), sharedBytes: 0n, byNode: [], copies: [] },
    inactive: { parts: 0n, bytes: 0n },
    logical: toLogicalSizes({ copies: [], unknown: [] }),
  }
}

function sumActive(rows: readonly TableDiskSizeRow[]) {
  const sum = { rows: 0n, bytes: 0n, uncompressedBytes: 0n }
  for (const row of rows) {
    sum.rows += row.active_rows
    sum.bytes += row.active_bytes
    sum.uncompressedBytes += row.uncompressed_bytes
  }
  return sum
}

/** Value of a copy's `replicates`. Where a node does not show it, replicas are assumed to be those of the shard. */
export function indexPaths(
  paths: readonly ReplicaPathRow[],
): (table: { database: string; table: string; engine?: string }, shard: number) => string | null {
  const known = new Map(
    paths.map((row) => [tableKey(row.database, row.table), `${row.zookeeper_name} ${row.zookeeper_path}`]),
  )
  return ({ database, table, engine = '' }, shard) =>
    known.get(tableKey(database, table)) ?? (replicatedEngine.test(engine) ? `shard ${shard}` : null)
}

const replicatedEngine = /^(Replicated|Shared).*MergeTree$/

export interface SharedCopy extends StoredCopy {
  row: SharedPartitionSizeRow
}

/** A node's parts of zero-copy tables, for dropSharedCopies. */
export function toSharedCopies(
  { shared, paths, disks }: Pick<NodeSizes, 'shared' | 'paths' | 'disks'>,
  shard: number,
): SharedCopy[] {
  const placed = toPlacedDisks(disks)
  const pathOf = indexPaths(paths)
  return shared.map((row) => ({
    ...{ row, shared: true, bytes: row.active_bytes, tier: tierOfDisk(row.disk_name, placed) },
    replicates: pathOf({ ...row, engine: 'SharedMergeTree' }, shard),
  }))
}

/** The same for what replicas on any node share. */
const sharedCopyKey = ({ row }: SharedCopy) =>
  `${tableKey(row.database, row.table)}\0${row.disk_name}\0${row.partition_id}`

/** What replicas refer to although another one of them has it stored already. */
export function listDoubles(
  readings: readonly NodeReading<Pick<NodeSizes, 'shared' | 'paths' | 'disks'>>[],
): SharedPartitionSizeRow[] {
  const all = readings.flatMap(({ node, value }) => toSharedCopies(value, node.shard))
  const once = new Set(dropSharedCopies(all, sharedCopyKey))
  return all.flatMap((copy) => (once.has(copy) ? [] : [copy.row]))
}

/** Rows are ordered by database and table, one per disk. */
function groupByTable(rows: readonly TableDiskSizeRow[]) {
  const groups: { database: string; table: string; engine: string; rows: TableDiskSizeRow[] }[] = []
  for (const row of rows) {
    const last = groups.at(-1)
    if (last?.database === row.database && last.table === row.table) last.rows.push(row)
    else groups.push({ database: row.database, table: row.table, engine: row.engine, rows: [row] })
  }
  return groups
}

export function sumTiers(sizes: Iterable<TierSizes>): TierSizes {
  let sum = noTierSizes()
  for (const size of sizes) sum = addTierSizes(sum, size)
  return sum
}
