import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { flag, float, integer, uint64 } from '../query/scalars.ts'
import { cachedByDisk } from './older-servers.ts'

/**
 * Disks with their space in bytes. `type` is Local or ObjectStorage (S3, and the like, before 24.1, which had no
 * object_storage_type); a disk with a cache_path is a cache over the disk that has the same `path`. Object stores
 * report 2^64-1 for every space. Columns are picked by pattern, so that a version without one still answers.
 */
export const listDisks = defineQuery({
  name: 'list_disks',
  params: z.object({}),
  row: z.object({
    name: z.string(),
    path: z.string(),
    type: z.string(),
    object_storage_type: z.string().default('None'),
    metadata_type: z.string().default('None'),
    is_remote: flag,
    is_read_only: flag.default(false),
    is_write_once: flag.default(false),
    is_encrypted: flag.default(false),
    is_broken: flag.default(false),
    cache_path: z.string().default(''),
    cached_by: z.string(),
    free_space: uint64,
    total_space: uint64,
    unreserved_space: uint64,
    keep_free_space: uint64,
  }),
  sql: `
SELECT COLUMNS('^(name|path|type|object_storage_type|metadata_type|is_(remote|read_only|write_once|encrypted|broken)|cache_path|(free|total|unreserved|keep_free)_space)$'),
    ${cachedByDisk} AS cached_by
FROM system.disks
ORDER BY name`,
})
export type DiskRow = RowOf<typeof listDisks>

/** Volumes of all policies in order of priority. max_data_part_size in bytes, 0 for no limit. */
export const listStoragePolicies = defineQuery({
  name: 'list_storage_policies',
  params: z.object({}),
  row: z.object({
    policy_name: z.string(),
    volume_name: z.string(),
    volume_priority: z.union([integer, uint64.transform(Number)]),
    disks: z.array(z.string()),
    volume_type: z.string().default('JBOD'),
    max_data_part_size: uint64,
    move_factor: float,
    prefer_not_to_merge: flag,
    perform_ttl_move_on_insert: flag.default(true),
    load_balancing: z.string().default('ROUND_ROBIN'),
  }),
  sql: `
SELECT COLUMNS('^(policy_name|volume_name|volume_priority|disks|volume_type|max_data_part_size|move_factor|prefer_not_to_merge|perform_ttl_move_on_insert|load_balancing)$')
FROM system.storage_policies
ORDER BY policy_name, volume_priority`,
})
export type StoragePolicyRow = RowOf<typeof listStoragePolicies>

/**
 * Disks that a BACKUP … TO Disk has written to, as far as the server remembers: system.backups since its restart,
 * system.backup_log, if present, for longer. No other table shows what is there.
 */
export const listDiskBackups = defineQuery({
  name: 'list_disk_backups',
  params: z.object({ table: z.enum(['backups', 'backup_log']) }),
  row: z.object({ disk: z.string(), backups: uint64, example: z.string() }),
  maxExecutionSeconds: 30,
  sql: ({ table }) => `
SELECT extract(name, '^Disk\\\\(\\'([^\\']+)') AS disk, uniqExact(name) AS backups, any(name) AS example
FROM system.${table}
WHERE startsWith(name, 'Disk(') AND status = 'BACKUP_CREATED'
GROUP BY disk`,
})

/** Named collections that the user may see on this node. Their values are hidden by the server. */
export const listNamedCollections = defineQuery({
  name: 'list_named_collections',
  params: z.object({}),
  row: z.object({ name: z.string(), keys: z.array(z.string()) }),
  sql: 'SELECT name, mapKeys(collection) AS keys FROM system.named_collections ORDER BY name',
})
export type NamedCollectionRow = RowOf<typeof listNamedCollections>
