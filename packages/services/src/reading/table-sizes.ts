import type { TableDiskSizeRow } from '@frostline/clickhouse'
import {
  addTierSizes,
  logicalBytes,
  noTierSizes,
  type PlacedDisk,
  splitByTier,
  type TierSizes,
} from '@frostline/domain'
import { toDiskSizes } from './to-disk.ts'

export interface NodeTableSizes {
  node: { name: string; shard: number }
  rows: readonly TableDiskSizeRow[]
  disks: readonly PlacedDisk[]
}

/** One table over the nodes that have parts of it. */
export interface TableSizes {
  database: string
  table: string
  /** Sum over all replicas. */
  tiers: TierSizes
  /** Without the copies that replicas are. */
  logicalBytes: bigint
  byNode: { node: string; tiers: TierSizes }[]
}

/** Key of a table in maps; no name can hold a NUL. */
export function tableKey(database: string, table: string): string {
  return `${database}\0${table}`
}

/** Sizes of every table, merged over nodes. A table without parts has no entry. */
export function mergeTableSizes(nodes: readonly NodeTableSizes[]): Map<string, TableSizes> {
  const merged = new Map<string, TableSizes & { replicas: { shard: number; bytes: bigint }[] }>()
  for (const { node, rows, disks } of nodes) {
    for (const group of groupByTable(rows)) {
      const key = tableKey(group.database, group.table)
      const tiers = splitByTier(group.rows.map(toDiskSizes), disks)
      const bytes = group.rows.reduce((sum, row) => sum + row.active_bytes, 0n)
      const entry = merged.get(key)
      if (entry) {
        entry.tiers = addTierSizes(entry.tiers, tiers)
        entry.byNode.push({ node: node.name, tiers })
        entry.replicas.push({ shard: node.shard, bytes })
      } else {
        merged.set(key, {
          database: group.database,
          table: group.table,
          tiers,
          logicalBytes: 0n,
          byNode: [{ node: node.name, tiers }],
          replicas: [{ shard: node.shard, bytes }],
        })
      }
    }
  }
  return new Map(
    [...merged].map(([key, { replicas, ...sizes }]) => [
      key,
      { ...sizes, logicalBytes: logicalBytes(replicas) },
    ]),
  )
}

/** Rows come ordered by database and table, one for each disk. */
function groupByTable(rows: readonly TableDiskSizeRow[]) {
  const groups: { database: string; table: string; rows: TableDiskSizeRow[] }[] = []
  for (const row of rows) {
    const last = groups.at(-1)
    if (last?.database === row.database && last.table === row.table) last.rows.push(row)
    else groups.push({ database: row.database, table: row.table, rows: [row] })
  }
  return groups
}

export function sumTiers(sizes: Iterable<TierSizes>): TierSizes {
  let sum = noTierSizes()
  for (const size of sizes) sum = addTierSizes(sum, size)
  return sum
}
