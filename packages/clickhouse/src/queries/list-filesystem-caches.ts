import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { flag, float, uint64 } from '../query/scalars.ts'

/**
 * Filesystem caches with their use in bytes and segments. Seen on 26.7; columns that older versions lack default,
 * and current_size null means that the version does not tell (DESCRIBE FILESYSTEM CACHE does there).
 */
export const listFilesystemCaches = defineQuery({
  name: 'list_filesystem_caches',
  params: z.object({}),
  row: z.object({
    cache_name: z.string(),
    path: z.string(),
    max_size: uint64,
    max_elements: uint64,
    max_file_segment_size: uint64,
    boundary_alignment: uint64,
    cache_on_write_operations: flag,
    cache_policy: z.string().default(''),
    slru_size_ratio: float.default(null),
    cache_hits_threshold: uint64.default(0n),
    background_download_threads: uint64.default(0n),
    enable_bypass_cache_with_threshold: flag.default(false),
    bypass_cache_threshold: uint64.default(0n),
    is_initialized: flag.default(true),
    current_size: uint64.nullable().default(null),
    current_elements_num: uint64.nullable().default(null),
  }),
  sql: `
SELECT COLUMNS('^(cache_name|path|max_size|max_elements|max_file_segment_size|boundary_alignment|cache_on_write_operations|cache_policy|slru_size_ratio|cache_hits_threshold|background_download_threads|enable_bypass_cache_with_threshold|bypass_cache_threshold|is_initialized|current_size|current_elements_num)$')
FROM system.filesystem_cache_settings
ORDER BY cache_name`,
})
export type FilesystemCacheRow = RowOf<typeof listFilesystemCaches>
