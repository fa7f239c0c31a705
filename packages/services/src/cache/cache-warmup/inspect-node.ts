import {
  cacheOfDisk,
  cacheTotals,
  type FilesystemCacheRow,
  listColumns,
  listDisks,
  listFilesystemCaches,
  tableDefinition,
  warmupExtents,
} from '@frostline/clickhouse'
import { isReplicated, type PartitionExtent } from '@frostline/domain'
import type { ConnectedNode } from '../../platform/cluster/cluster-connection.ts'
import type { NodeReader } from '../../platform/reading/node-reader.ts'
import { createUncachedReader, firstAnswerMs } from '../uncached-reader.ts'
import type { WarmupRoom } from './schema.ts'

/** Reads the metadata of every file. */
export const lookBudgetMs = 65_000

export interface WarmupTable {
  database: string
  table: string
  /** Null: all. */
  columns: readonly string[] | null
}

export interface NodeLook {
  node: string
  shard: number
  replicated: boolean
  /** Stored columns. */
  columns: { name: string; type: string; compressedBytes: bigint }[]
  rooms: WarmupRoom[]
  extents: PartitionExtent[]
  bytesBehindNoCache: bigint
}

/** Computed when read, or never stored. */
const unstored: ReadonlySet<string> = new Set(['ALIAS', 'EPHEMERAL'])

/**
 * The table on one node: how much of it is behind which cache, and how full that is. Null: the node does not have it.
 */
export async function inspectNode(
  reader: Pick<NodeReader, 'ask'>,
  node: ConnectedNode,
  { database, table, columns }: WarmupTable,
): Promise<NodeLook | null> {
  const known = await createUncachedReader(node, firstAnswerMs).ask(listColumns, { database, table })
  if (known.length === 0) return null
  const [disks, caches, definitions] = await Promise.all([
    reader.ask(listDisks, {}),
    reader.ask(listFilesystemCaches, {}),
    reader.ask(tableDefinition, { database, table }),
  ])
  const cacheOf = new Map(
    disks.flatMap((disk) => {
      const path = cacheOfDisk(disk, disks)?.cache_path
      const cache = caches.find((each) => each.path === path)
      return cache ? [[disk.name, cache] as const] : []
    }),
  )
  const rows = await reader.ask(warmupExtents, {
    ...{ disks: [...cacheOf.keys()], database, table },
    columns: [...(columns ?? [])],
  })
  const behind = rows.flatMap((row) => {
    const cache = cacheOf.get(row.disk_name)
    return cache ? [{ row, cache }] : []
  })
  const sizes = await readSizes(reader, caches)
  return {
    ...{ node: node.name, shard: node.shard, replicated: isReplicated(definitions[0]?.engine ?? '') },
    columns: known
      .filter(({ default_kind }) => !unstored.has(default_kind))
      .map(({ name, type, data_compressed_bytes }) => ({
        name,
        type,
        compressedBytes: data_compressed_bytes,
      })),
    rooms: [...new Set(behind.map(({ cache }) => cache))].map((cache) => ({
      node: node.name,
      shard: node.shard,
      cache: cache.cache_name,
      limitBytes: cache.max_size,
      sizeBytes: cache.current_size ?? sizes.get(cache.cache_name) ?? 0n,
      protectedShare: cache.cache_policy.toLowerCase() === 'slru' ? cache.slru_size_ratio : null,
      hitsThreshold: cache.cache_hits_threshold,
    })),
    extents: behind.map(({ row, cache }) => ({
      node: node.name,
      cache: cache.cache_name,
      partitionId: row.partition_id,
      newestAt: row.newest_at,
      wantedBytes: row.wanted_bytes,
      cachedBytes: row.cached_bytes,
    })),
    bytesBehindNoCache: rows
      .filter(({ disk_name }) => !cacheOf.has(disk_name))
      .reduce((sum, { bytes_on_disk }) => sum + bytes_on_disk, 0n),
  }
}

/** For caches whose version does not show their size: the sum of their segments. */
async function readSizes(
  reader: Pick<NodeReader, 'ask'>,
  caches: readonly FilesystemCacheRow[],
): Promise<Map<string, bigint>> {
  if (caches.every(({ current_size }) => current_size !== null)) return new Map()
  const totals = await reader.ask(cacheTotals, {}, { ttlMs: 0 })
  return new Map(totals.map(({ cache, bytes }) => [cache, bytes]))
}

/** The same, bypassing the answers that pages share. Throws QueryFailedError. */
export async function inspectNodeNow(node: ConnectedNode, table: WarmupTable): Promise<NodeLook | null> {
  return inspectNode(createUncachedReader(node, lookBudgetMs), node, table)
}
