import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { dateTime, flag, integer, uint64 } from '../query/scalars.ts'

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

/**
 * One table as defined: DDL, keys, policy, engine with TTL and settings. The server hides secrets in the DDL
 * (`[HIDDEN]`) unless the user has displaySecretsInShowAndSelect and requests them, which we never do.
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
    server_version: z.string(),
  }),
  sql: `
SELECT
    database, name, toString(uuid) AS uuid, engine, engine_full,
    formatQuery(create_table_query) AS create_table_query,
    partition_key, sorting_key, primary_key, sampling_key, storage_policy, comment, metadata_modification_time,
    total_rows, total_bytes, data_paths, version() AS server_version
FROM system.tables
WHERE database = {database: String} AND name = {table: String}
SETTINGS format_display_secrets_in_show_and_select = 0`,
})
export type TableDefinitionRow = RowOf<typeof tableDefinition>

/** The current table of a name. Lean: a mover runs it before every statement. */
export const tableIdentity = defineQuery({
  name: 'table_identity',
  params: z.object({ database: z.string(), table: z.string() }),
  row: z.object({
    uuid: z.string(),
    engine: z.string(),
    storage_policy: z.string(),
    server_version: z.string(),
  }),
  sql: `
SELECT toString(uuid) AS uuid, engine, storage_policy, version() AS server_version
FROM system.tables
WHERE database = {database: String} AND name = {table: String}`,
})
export type TableIdentityRow = RowOf<typeof tableIdentity>

/** Databases in which a table can be created on one node only, with a UUID. */
export const listDatabases = defineQuery({
  name: 'list_databases',
  params: z.object({}),
  row: z.object({ name: z.string() }),
  sql: `
SELECT name
FROM system.databases
WHERE engine = 'Atomic' AND name NOT IN ('system', 'INFORMATION_SCHEMA', 'information_schema')
ORDER BY name`,
})

/**
 * Columns of one table with sizes in bytes on this node (0 for all columns while every part is compact: a compact part
 * stores no size per column). A column's own TTL is only in the DDL.
 */
export const listColumns = defineQuery({
  name: 'list_columns',
  params: z.object({ database: z.string(), table: z.string() }),
  row: z.object({
    name: z.string(),
    type: z.string(),
    position: z.union([integer, uint64.transform(Number)]),
    default_kind: z.string(),
    default_expression: z.string(),
    compression_codec: z.string(),
    comment: z.string(),
    data_compressed_bytes: uint64,
    data_uncompressed_bytes: uint64,
    marks_bytes: uint64,
    is_in_partition_key: flag,
    is_in_sorting_key: flag,
    is_in_primary_key: flag,
    is_in_sampling_key: flag,
  }),
  sql: `
SELECT
    name, type, position, default_kind, default_expression, compression_codec, comment, data_compressed_bytes,
    data_uncompressed_bytes, marks_bytes, is_in_partition_key, is_in_sorting_key, is_in_primary_key, is_in_sampling_key
FROM system.columns
WHERE database = {database: String} AND table = {table: String}
ORDER BY position`,
})
export type ColumnRow = RowOf<typeof listColumns>

/** Materialized views fed by an INSERT into the table. */
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

/**
 * What determines how a new table is created on a node: its database, its macros, Keeper, and an existing table of that
 * name.
 */
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
