import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { flag } from '../query/scalars.ts'
import { qualifiedName } from '../sql/qualified-name.ts'
import { quoteString } from '../sql/quote-string.ts'

/**
 * Deep check of a partition, a row for each active part: every file is read and compared with the part's own
 * checksums (a missing object gives is_passed false and Code 499 in the message). No row for a partition without
 * parts. It reads through the filesystem cache of the disk and fills it, whatever the settings say (26.7: neither
 * enable_filesystem_cache nor read_from_filesystem_cache_if_exists_otherwise_bypass_cache counts for it); see
 * contentSums for a look past the cache. The partition must be a literal. Needs the CHECK grant.
 */
export const checkPartition = defineQuery({
  name: 'check_partition',
  maxExecutionSeconds: 86_400,
  params: z.object({ database: z.string(), table: z.string(), partition_id: z.string() }),
  row: z.object({ part_path: z.string(), is_passed: flag, message: z.string() }),
  sql: ({ database, table, partition_id }) =>
    `CHECK TABLE ${qualifiedName(database, table)} PARTITION ID ${quoteString(partition_id)} SETTINGS check_query_single_value_result = 0, max_threads = 2`,
})
export type CheckPartitionRow = RowOf<typeof checkPartition>
