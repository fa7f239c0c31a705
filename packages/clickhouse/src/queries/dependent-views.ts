import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'

/** Materialized views that an INSERT into the table feeds. */
export const dependentViews = defineQuery({
  name: 'dependent_views',
  params: z.object({ database: z.string(), table: z.string() }),
  row: z.object({ database: z.string(), name: z.string() }),
  sql: `
SELECT dependency.1 AS database, dependency.2 AS name
FROM (
    SELECT arrayJoin(arrayZip(dependencies_database, dependencies_table)) AS dependency
    FROM system.tables
    WHERE database = {database: String} AND name = {table: String})
ORDER BY database, name`,
})
export type DependentViewRow = RowOf<typeof dependentViews>
