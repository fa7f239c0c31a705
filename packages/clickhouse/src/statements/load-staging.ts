import { createHash } from 'node:crypto'
import { qualifiedName } from '../sql/qualified-name.ts'
import { quoteIdentifier } from '../sql/quote-identifier.ts'
import { quoteString } from '../sql/quote-string.ts'
import { renderStructure } from '../sql/render-structure.ts'
import type { TableRef } from './move.ts'
import { plainEngine } from './scratch-table.ts'
import type { Statement } from './statement.ts'

/** The table that bad rows are collected in. */
export const badRowsColumns = [
  { name: 'job_id', type: 'String' },
  { name: 'object', type: 'String' },
  { name: 'row_number', type: 'UInt64' },
  { name: 'reason', type: 'String' },
  { name: 'raw', type: 'String' },
  { name: 'recorded_at', type: 'DateTime' },
] as const

/** On the receiving node. An existing one stays as it is. */
export function createBadRowsTableStatement(into: TableRef): Statement {
  const columns = badRowsColumns.map(({ name, type }) => `    ${name} ${type}`).join(',\n')
  return {
    sql: `CREATE TABLE IF NOT EXISTS ${qualifiedName(into.database, into.table)}\n(\n${columns}\n)\nENGINE = MergeTree\nPARTITION BY toYYYYMM(recorded_at)\nORDER BY (job_id, object, row_number)`,
    params: {},
  }
}

/** The tables of one attempt at one batch, in the landing table's database. Other attempts use other names. */
export interface StagingNames {
  /** Like the landing table, without merges. */
  data: string
  /** Receives the rows with their object's path and ETag, and stores none. */
  input: string
  /** Rows of each object. It survives a restart, like `data`: a counted attempt can be continued. */
  counts: string
  toData: string
  toCounts: string
  /** Distributed over `input`. */
  output: string
  /** Like the table of bad rows. */
  badRows: string
}

/** Prefix of all tables of all attempts and jobs. */
export const loadTablePrefix = 'frostline_load_'

/** Prefix of one job's tables. */
export function stagingPrefix(jobId: string): string {
  return `${loadTablePrefix}${jobId.replaceAll('-', '')}_`
}

/** The job whose attempt has a table of this name; null: it is not ours. */
export function jobOfStagingTable(table: string): string | null {
  if (!table.startsWith(loadTablePrefix)) return null
  const [, ...id] =
    /^(\w{8})(\w{4})(\w{4})(\w{4})(\w{12})_\d+_\d+(?:_(?:counts|bad|(?:in|to_data|to_counts|out)\d*))?$/.exec(
      table.slice(loadTablePrefix.length),
    ) ?? []
  return id.length === 0 ? null : id.join('-')
}

/**
 * @param doors of the attempt that were closed to statements that were never sent: each door has names of its own, so
 * that such a statement writes nothing if it is sent after all.
 */
export function stagingNames(
  jobId: string,
  batchOrdinal: number,
  attempt: number,
  closedDoors = 0,
): StagingNames {
  const data = `${stagingPrefix(jobId)}${batchOrdinal}_${attempt}`
  const door = closedDoors === 0 ? '' : String(closedDoors)
  return {
    data,
    input: `${data}_in${door}`,
    counts: `${data}_counts`,
    toData: `${data}_to_data${door}`,
    toCounts: `${data}_to_counts${door}`,
    output: `${data}_out${door}`,
    badRows: `${data}_bad`,
  }
}

/** Whether a table belongs to the attempt, behind any of its doors. */
export function isTableOfAttempt({ data }: StagingNames, table: string): boolean {
  return (table === data || table.startsWith(`${data}_`)) && jobOfStagingTable(table) !== null
}

/** Columns that a load adds to each row on its way; no table column has such a name. */
export const pathColumn = '_frostline_path'
export const etagColumn = '_frostline_etag'

/** Stands for an ETag in the counts of a load: the first eight bytes of its MD5, as halfMD5() of ClickHouse. */
export function etagHash(etag: string): bigint {
  return createHash('md5').update(etag).digest().readBigUInt64BE(0)
}

export interface StagingTables {
  landing: TableRef
  /** Its `engine_full` if replicated: the staging tables are not. */
  replicatedEngine: string | null
  names: StagingNames
  /** Columns that the load fills, with the types of the landing table. The others get its defaults. */
  columns: readonly { name: string; type: string }[]
  /** For rows that are inserted through a Distributed table. */
  output: { cluster: string; shardingKey: string } | null
  /** The table that bad rows are collected in, if any. */
  badRows: TableRef | null
  /**
   * Each part gets a UUID of its own, in a file that changes the part's hash: a replicated table accepts it although it
   * received the same rows before. Merges drop the UUID.
   */
  ownIds: boolean
  /** Of the node, such as `25.8.2.29`. */
  serverVersion: string
}

/**
 * What one node needs for one attempt, in waves: statements of a wave depend on those before it, and not on each other.
 * Each is idempotent. The rows of an object in one block were read by one statement, which opens it once: any() has its
 * ETag. Grouping by it too costs a fifth of a load, by one LowCardinality column next to nothing (26.7). An aggregate gets
 * its argument in full for each row, so that it gets eight bytes of a hash instead of a text: see etagHash.
 */
export function createStagingStatements(tables: StagingTables): Statement[][] {
  const { landing, replicatedEngine, names, columns, output, badRows, ownIds, serverVersion } = tables
  const at = (table: string) => qualifiedName(landing.database, table)
  const filled = columns.map(({ name }) => quoteIdentifier(name)).join(', ')
  const typed = renderStructure(columns)
  const waves: string[][] = [
    [
      stageBeside(at(names.data), at(landing.table), replicatedEngine),
      `CREATE TABLE IF NOT EXISTS ${at(names.counts)} (path String, etag_hash UInt64, rows UInt64) ENGINE = ${countsEngine(serverVersion)}`,
      `CREATE TABLE IF NOT EXISTS ${at(names.input)} (${typed}, ${pathColumn} LowCardinality(String), ${etagColumn} LowCardinality(String)) ENGINE = Null`,
      ...(badRows ? [createBadRowsTableStatement(badRows).sql] : []),
    ],
    [
      keepParts(at(names.data), ownIds),
      `CREATE MATERIALIZED VIEW IF NOT EXISTS ${at(names.toData)} TO ${at(names.data)} AS SELECT ${filled} FROM ${at(names.input)}`,
      `CREATE MATERIALIZED VIEW IF NOT EXISTS ${at(names.toCounts)} TO ${at(names.counts)} AS SELECT ${pathColumn} AS path, any(halfMD5(trim(BOTH '"' FROM ${etagColumn}))) AS etag_hash, count() AS rows FROM ${at(names.input)} GROUP BY path`,
      ...(output
        ? [
            `CREATE TABLE IF NOT EXISTS ${at(names.output)} AS ${at(names.input)} ENGINE = Distributed(${quoteString(output.cluster)}, ${quoteString(landing.database)}, ${quoteString(names.input)}, ${output.shardingKey}\n)`,
          ]
        : []),
      ...(badRows
        ? [stageBeside(at(names.badRows), qualifiedName(badRows.database, badRows.table), null)]
        : []),
    ],
    badRows ? [keepParts(at(names.badRows), false)] : [],
  ]
  return waves.map((wave) => wave.map((sql) => ({ sql, params: {} })))
}

/**
 * StripeLog is the cheapest table to create and to write. It takes one writer at a time: before 26.1, an INSERT with several
 * threads waits for itself, and fails with code 159 after lock_acquire_timeout.
 */
function countsEngine(serverVersion: string): string {
  return Number.parseInt(serverVersion, 10) >= 26 ? 'StripeLog' : 'MergeTree ORDER BY tuple()'
}

function stageBeside(staging: string, table: string, replicatedEngine: string | null): string {
  return `CREATE TABLE IF NOT EXISTS ${staging} AS ${table}${ownEngine(replicatedEngine)}`
}

/** A table created AS a replicated one would get its Keeper path. */
export function ownEngine(replicatedEngine: string | null): string {
  return replicatedEngine === null ? '' : `\nENGINE = ${plainEngine(replicatedEngine)}`
}

/**
 * Parts stay as written until they are moved: no merges of either kind, by table settings, so that a restart changes
 * nothing. The TTL of the table stays too: a moved part keeps its TTL information.
 */
function keepParts(staging: string, ownIds: boolean): string {
  return `ALTER TABLE ${staging} MODIFY SETTING max_bytes_to_merge_at_max_space_in_pool = 1, max_number_of_merges_with_ttl_in_pool = 0${ownIds ? ', assign_part_uuids = 1' : ''}`
}

/** In waves, views first: a statement still writing then writes nowhere. */
export function dropStagingStatements(database: string, tables: readonly string[]): Statement[][] {
  const rank = (table: string) =>
    /_to_(data|counts)\d*$/.test(table) ? 0 : /_(out|in)\d*$/.test(table) ? 1 : 2
  return [0, 1, 2].map((wave) =>
    tables
      .filter((table) => rank(table) === wave)
      .map((table) => ({ sql: `DROP TABLE IF EXISTS ${qualifiedName(database, table)} SYNC`, params: {} })),
  )
}

export function allStagingTables(names: StagingNames): string[] {
  return [names.toData, names.toCounts, names.output, names.input, names.counts, names.badRows, names.data]
}

/** A staging table may exceed the server's limit for drops (50 GB by default). */
export const dropStagingSettings = { max_table_size_to_drop: '0' } as const
