import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { flag } from '../query/scalars.ts'
import { qualifiedName } from '../sql/qualified-name.ts'
import { quoteString } from '../sql/quote-string.ts'

/**
 * Deep check of one part: every file is read and compared with the part's own checksums (a missing object gives
 * is_passed false and Code 499 in the message). A part that is not active any more is refused with code 232. It reads
 * through the filesystem cache of the disk and fills it, whatever the settings say (26.7: neither
 * enable_filesystem_cache nor read_from_filesystem_cache_if_exists_otherwise_bypass_cache counts for it); see
 * contentSums for a look past the cache. The part must be a literal. Needs the CHECK grant.
 */
export const checkPart = defineQuery({
  name: 'check_part',
  maxExecutionSeconds: 86_400,
  params: z.object({ database: z.string(), table: z.string(), part: z.string() }),
  row: z.object({ part_path: z.string(), is_passed: flag, message: z.string() }),
  sql: ({ database, table, part }) =>
    `CHECK TABLE ${qualifiedName(database, table)} PART ${quoteString(part)} SETTINGS check_query_single_value_result = 0, max_threads = 2`,
})
export type CheckPartRow = RowOf<typeof checkPart>
