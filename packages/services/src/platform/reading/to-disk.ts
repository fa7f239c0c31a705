import {
  configuredDisk,
  type DiskRow,
  tierOfDisk as kindOfDisk,
  type SharedPartitionSizeRow,
  sameStorage,
  type TableDiskSizeRow,
} from '@frostline/clickhouse'
import { addSizes, type DiskSizes, noSizes, type PlacedDisk, tiers } from '@frostline/domain'
import { z } from 'zod'
import { sharesWith } from './file-systems.ts'
import { sizes } from './schema.ts'

const diskView = z.object({
  name: z.string(),
  tier: z.enum(tiers),
  type: z.string().describe('Local, or the kind of object storage.'),
  path: z.string(),
  cacheOver: z.array(z.string()).describe('The disks behind this one, if it is a cache.'),
  cachePath: z.string().nullable(),
  totalBytes: z.bigint().nullable().describe('Null on object storage, which has no limit of its own.'),
  freeBytes: z.bigint().nullable(),
  unreservedBytes: z.bigint().nullable().describe('Free and not reserved by running merges and moves.'),
  keepFreeBytes: z.bigint(),
  sharesWith: z
    .array(z.string())
    .describe('Other disks of the node on the same file system. They share its free space.'),
  readOnly: z.boolean(),
  broken: z.boolean(),
  encrypted: z.boolean(),
})
export type DiskView = z.infer<typeof diskView>

/** A disk with its content. */
export const heldDisk = diskView.extend({
  stored: sizes.describe(
    'Active parts of all tables on it. On object storage: what this node needs, including objects shared with other replicas.',
  ),
  sharedBytes: z
    .bigint()
    .describe('Of tables with zero-copy replication. Replicas share the same objects, stored once.'),
})

export function toHeldDisks(
  disks: readonly DiskRow[],
  rows: readonly TableDiskSizeRow[],
  shared: readonly SharedPartitionSizeRow[],
): z.infer<typeof heldDisk>[] {
  return disks.map((row) => {
    const view = toDiskView(row, disks)
    const isOn = ({ disk_name }: { disk_name: string }) => configuredDisk(disk_name, disks) === row.name
    const sharing = view.tier === 'cold' ? shared.filter(isOn) : []
    return {
      ...view,
      stored: rows.filter(isOn).map(toDiskSizes).reduce(addSizes, noSizes()),
      sharedBytes: sharing.reduce((sum, part) => sum + part.active_bytes, 0n),
    }
  })
}

export function toPlacedDisks(rows: readonly DiskRow[]): PlacedDisk[] {
  return rows.map((row) => ({ name: row.name, onObjectStorage: isOnObjectStorage(row) }))
}

/** system.disks shows a cache only by its path: the disks with the same path and no cache are under it. */
export function toDiskView(row: DiskRow, rows: readonly DiskRow[]): DiskView {
  const local = !isOnObjectStorage(row)
  const aliases = sameStorage(row.name, rows)
  const under = rows.filter(
    (other) => other.name !== row.name && other.cache_path === '' && aliases.has(other.name),
  )
  return {
    name: row.name,
    tier: local ? 'hot' : 'cold',
    type: row.object_storage_type === 'None' ? row.type : row.object_storage_type,
    path: row.path,
    cacheOver: row.cache_path === '' ? [] : under.map((other) => other.name),
    cachePath: row.cache_path === '' ? null : row.cache_path,
    totalBytes: local ? row.total_space : null,
    freeBytes: local ? row.free_space : null,
    unreservedBytes: local ? row.unreserved_space : null,
    keepFreeBytes: row.keep_free_space,
    sharesWith: sharesWith(row.name, rows),
    readOnly: row.is_read_only,
    broken: row.is_broken,
    encrypted: row.is_encrypted,
  }
}

function isOnObjectStorage(row: DiskRow): boolean {
  return kindOfDisk(row) === 'object-storage'
}

export function toDiskSizes(row: {
  disk_name: string
  active_parts: bigint
  active_rows: bigint
  active_bytes: bigint
}): DiskSizes {
  return { disk: row.disk_name, parts: row.active_parts, rows: row.active_rows, bytes: row.active_bytes }
}
