import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { flag } from '../query/scalars.ts'

/** What decides how a new table is made on a node: its database, its macros, Keeper, and a table of that name. */
export const newTableFacts = defineQuery({
  name: 'new_table_facts',
  params: z.object({ database: z.string(), table: z.string() }),
  row: z.object({
    /** Empty: there is no such database. */
    database_engine: z.string(),
    macros: z.record(z.string(), z.string()),
    /** Empty where the server does not show its settings. */
    replica_path: z.string(),
    replica_name: z.string(),
    has_keeper: flag,
    /** Empty: there is no such table. */
    table_uuid: z.string(),
  }),
  sql: `
SELECT
    (SELECT any(engine) FROM system.databases WHERE name = {database: String}) AS database_engine,
    (SELECT mapFromArrays(groupArray(macro), groupArray(substitution)) FROM system.macros) AS macros,
    (SELECT any(value) FROM system.server_settings WHERE name = 'default_replica_path') AS replica_path,
    (SELECT any(value) FROM system.server_settings WHERE name = 'default_replica_name') AS replica_name,
    (SELECT count() > 0 FROM system.tables WHERE database = 'system' AND name = 'zookeeper') AS has_keeper,
    (SELECT any(toString(uuid)) FROM system.tables WHERE database = {database: String} AND name = {table: String}) AS table_uuid`,
})
export type NewTableFactsRow = RowOf<typeof newTableFacts>
