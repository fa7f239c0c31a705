import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { qualifiedName } from '../sql/qualified-name.ts'

/**
 * The types that expressions over a table's columns have: the server analyzes them and reads no row. Unknown columns
 * and wrong arguments are refused with its own words. The expressions are SQL; give only what was normalized before.
 */
export const ttlExpressionTypes = defineQuery({
  name: 'ttl_expression_types',
  params: z.object({
    database: z.string(),
    table: z.string(),
    expressions: z.array(z.string()).min(1),
  }),
  row: z.object({ name: z.string(), type: z.string() }),
  sql: ({ database, table, expressions }) => `
DESCRIBE (SELECT ${expressions.map((expression, index) => `(${expression}) AS e${index}`).join(', ')} FROM ${qualifiedName(database, table)})`,
})
export type TtlExpressionTypeRow = RowOf<typeof ttlExpressionTypes>
