import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { dateTime } from '../query/scalars.ts'

/**
 * Every table of this node without its sizes, one lean row each, so that the tables of several nodes can be merged
 * before they are searched, sorted and paged. Views and dictionaries are tables too. Temporary ones are left out.
 */
export const tableCatalog = defineQuery({
  name: 'table_catalog',
  params: z.object({ include_system: z.boolean().default(false) }),
  row: z.object({
    database: z.string(),
    name: z.string(),
    engine: z.string(),
    engine_full: z.string(),
    storage_policy: z.string(),
    partition_key: z.string(),
    sorting_key: z.string(),
    metadata_modification_time: dateTime,
  }),
  sql: `
SELECT database, name, engine, engine_full, storage_policy, partition_key, sorting_key, metadata_modification_time
FROM system.tables
WHERE NOT is_temporary
    AND ({include_system: Bool} OR database NOT IN ('system', 'INFORMATION_SCHEMA', 'information_schema'))
ORDER BY database, name`,
})
export type TableCatalogRow = RowOf<typeof tableCatalog>
