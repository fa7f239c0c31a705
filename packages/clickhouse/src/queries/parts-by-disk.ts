import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { uint64 } from '../query/scalars.ts'

/**
 * Active and inactive parts of all tables by disk name: what a node holds. Sizes in bytes. The disk name of a part
 * on a cached object store is the cache's or the store's by version: resolve it (resolveDisk), never compare.
 */
export const partsByDisk = defineQuery({
  name: 'parts_by_disk',
  params: z.object({}),
  row: z.object({
    disk_name: z.string(),
    active_parts: uint64,
    active_rows: uint64,
    active_bytes: uint64,
    inactive_parts: uint64,
    inactive_bytes: uint64,
    tables: uint64,
  }),
  sql: `
SELECT
    disk_name,
    countIf(active) AS active_parts,
    sumIf(rows, active) AS active_rows,
    sumIf(bytes_on_disk, active) AS active_bytes,
    countIf(NOT active) AS inactive_parts,
    sumIf(bytes_on_disk, NOT active) AS inactive_bytes,
    uniqExact(database, table) AS tables
FROM system.parts
GROUP BY disk_name
ORDER BY disk_name`,
})
export type PartsByDiskRow = RowOf<typeof partsByDisk>
