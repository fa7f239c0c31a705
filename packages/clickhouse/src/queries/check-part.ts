import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { flag } from '../query/scalars.ts'
import { qualifiedName } from '../sql/qualified-name.ts'
import { quoteString } from '../sql/quote-string.ts'

/**
 * Deep check of one part: reads its files from the disk or the store (a missing object gives is_passed false and
 * Code 499 in the message). The part's name must be a literal. Needs the CHECK grant.
 */
export const checkPart = defineQuery({
  name: 'check_part',
  maxExecutionSeconds: 3_600,
  params: z.object({ database: z.string(), table: z.string(), part_name: z.string() }),
  row: z.object({ part_path: z.string(), is_passed: flag, message: z.string() }),
  sql: ({ database, table, part_name }) =>
    `CHECK TABLE ${qualifiedName(database, table)} PART ${quoteString(part_name)} SETTINGS check_query_single_value_result = 0`,
})
export type CheckPartRow = RowOf<typeof checkPart>
