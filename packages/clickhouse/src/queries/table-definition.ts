import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { dateTime, uint64 } from '../query/scalars.ts'

/**
 * One table as defined: DDL, keys, policy, engine with TTL and settings. Secrets in the DDL are hidden by the
 * server (`[HIDDEN]`) unless the user may displaySecretsInShowAndSelect and asks for it, which we never do.
 */
export const tableDefinition = defineQuery({
  name: 'table_definition',
  params: z.object({ database: z.string(), table: z.string() }),
  row: z.object({
    database: z.string(),
    name: z.string(),
    uuid: z.string(),
    engine: z.string(),
    engine_full: z.string(),
    create_table_query: z.string(),
    partition_key: z.string(),
    sorting_key: z.string(),
    primary_key: z.string(),
    sampling_key: z.string(),
    storage_policy: z.string(),
    comment: z.string(),
    metadata_modification_time: dateTime,
    total_rows: uint64.nullable(),
    total_bytes: uint64.nullable(),
    data_paths: z.array(z.string()),
  }),
  sql: `
SELECT
    database, name, toString(uuid) AS uuid, engine, engine_full,
    formatQuery(create_table_query) AS create_table_query,
    partition_key, sorting_key, primary_key, sampling_key, storage_policy, comment, metadata_modification_time,
    total_rows, total_bytes, data_paths
FROM system.tables
WHERE database = {database: String} AND name = {table: String}
SETTINGS format_display_secrets_in_show_and_select = 0`,
})
export type TableDefinitionRow = RowOf<typeof tableDefinition>
