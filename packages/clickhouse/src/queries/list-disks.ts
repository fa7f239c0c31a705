import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { flag, uint64 } from '../query/scalars.ts'

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
    free_space: uint64,
    total_space: uint64,
    unreserved_space: uint64,
    keep_free_space: uint64,
  }),
  sql: `
SELECT COLUMNS('^(name|path|type|object_storage_type|metadata_type|is_(remote|read_only|write_once|encrypted|broken)|cache_path|(free|total|unreserved|keep_free)_space)$')
FROM system.disks
ORDER BY name`,
})
export type DiskRow = RowOf<typeof listDisks>
