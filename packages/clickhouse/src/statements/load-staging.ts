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

/** On the node that gets it. One that is there already stays as it is. */
export function createBadRowsTableStatement(into: TableRef): Statement {
  const columns = badRowsColumns.map(({ name, type }) => `    ${name} ${type}`).join(',\n')
  return {
    sql: `CREATE TABLE IF NOT EXISTS ${qualifiedName(into.database, into.table)}\n(\n${columns}\n)\nENGINE = MergeTree\nPARTITION BY toYYYYMM(recorded_at)\nORDER BY (job_id, object, row_number)`,
    params: {},
  }
}

/** The tables of one attempt at one batch, in the landing table's database. Another attempt has other names. */
export interface StagingNames {
  /** Like the landing table; nothing is merged in it. */
  data: string
  /** Takes the rows with their object's path and ETag, and keeps none. */
  input: string
  /** Rows of each object. It outlives a restart, as `data` does: an attempt that was counted can be gone on from. */
  counts: string
  toData: string
  toCounts: string
  /** Distributed over `input`. */
  output: string
  /** Like the table of bad rows. */
  badRows: string
}

/** What the tables of all attempts of all jobs begin with. */
export const loadTablePrefix = 'frostline_load_'

/** The same of one job. */
export function stagingPrefix(jobId: string): string {
  return `${loadTablePrefix}${jobId.replaceAll('-', '')}_`
}

/** The job whose attempt has a table of this name; null: it is none of ours. */
export function jobOfStagingTable(table: string): string | null {
  if (!table.startsWith(loadTablePrefix)) return null
  const [, ...id] =
    /^(\w{8})(\w{4})(\w{4})(\w{4})(\w{12})_\d+_\d+(?:_(?:counts|bad|(?:in|to_data|to_counts|out)\d*))?$/.exec(
      table.slice(loadTablePrefix.length),
    ) ?? []
  return id.length === 0 ? null : id.join('-')
}

/**
 * @param doors of the attempt that were closed to statements that nobody had sent: each door has names of its own, so that such a
 *   statement writes nothing when it is sent after all.
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

/** Whether a table is of the attempt, behind whichever of its doors. */
export function isTableOfAttempt({ data }: StagingNames, table: string): boolean {
  return (table === data || table.startsWith(`${data}_`)) && jobOfStagingTable(table) !== null
}

/** Columns that a load adds to each row on its way; no column of a table is called so. */
export const pathColumn = '_frostline_path'
export const etagColumn = '_frostline_etag'

export interface StagingTables {
  landing: TableRef
  /** Its `engine_full` where it is replicated: what is staged beside it is not. */
  replicatedEngine: string | null
  names: StagingNames
  /** Those that the load fills, with the types of the landing table. The others get its defaults. */
  columns: readonly { name: string; type: string }[]
  /** For rows that are inserted through a Distributed table. */
  output: { cluster: string; shardingKey: string } | null
  /** The table that bad rows are collected in, where they are. */
  badRows: TableRef | null
  /**
   * Each part gets a UUID of its own, which is a file of it and so makes its hash another one: a replicated table takes it
   * although it was given the same rows before. Merges leave the UUID behind.
   */
  ownIds: boolean
}

/**
 * What one node needs for one attempt, in waves: statements of a wave need those before it, and not each other. Each may be
 * sent again. The rows of an object in one block were read by one
 * statement, which opens it once: any() has its ETag. To group by it too costs a fifth of a load, by one
 * LowCardinality column next to nothing (26.7).
 */
export function createStagingStatements(tables: StagingTables): Statement[][] {
  const { landing, replicatedEngine, names, columns, output, badRows, ownIds } = tables
  const at = (table: string) => qualifiedName(landing.database, table)
  const filled = columns.map(({ name }) => quoteIdentifier(name)).join(', ')
  const typed = renderStructure(columns)
  const waves: string[][] = [
    [
      stageBeside(at(names.data), at(landing.table), replicatedEngine),
      `CREATE TABLE IF NOT EXISTS ${at(names.counts)} (path String, etag String, rows UInt64) ENGINE = StripeLog`,
      `CREATE TABLE IF NOT EXISTS ${at(names.input)} (${typed}, ${pathColumn} LowCardinality(String), ${etagColumn} LowCardinality(String)) ENGINE = Null`,
      ...(badRows ? [createBadRowsTableStatement(badRows).sql] : []),
    ],
    [
      keepParts(at(names.data), ownIds),
      `CREATE MATERIALIZED VIEW IF NOT EXISTS ${at(names.toData)} TO ${at(names.data)} AS SELECT ${filled} FROM ${at(names.input)}`,
      `CREATE MATERIALIZED VIEW IF NOT EXISTS ${at(names.toCounts)} TO ${at(names.counts)} AS SELECT ${pathColumn} AS path, any(${etagColumn}) AS etag, count() AS rows FROM ${at(names.input)} GROUP BY path`,
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

function stageBeside(staging: string, table: string, replicatedEngine: string | null): string {
  return `CREATE TABLE IF NOT EXISTS ${staging} AS ${table}${ownEngine(replicatedEngine)}`
}

/** A table made AS a replicated one would have its path in Keeper. */
export function ownEngine(replicatedEngine: string | null): string {
  return replicatedEngine === null ? '' : `\nENGINE = ${plainEngine(replicatedEngine)}`
}

/**
 * Parts stay as they were written until they are moved: no merges of either kind, kept in the settings of the table so
 * that a restart changes nothing. The TTL of the table stays too: a moved part brings what it knows of it.
 */
function keepParts(staging: string, ownIds: boolean): string {
  return `ALTER TABLE ${staging} MODIFY SETTING max_bytes_to_merge_at_max_space_in_pool = 1, max_number_of_merges_with_ttl_in_pool = 0${ownIds ? ', assign_part_uuids = 1' : ''}`
}

/** In waves, views first: what still writes then writes nowhere. */
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

/** A staging table may be larger than what a server lets be dropped (50 GB by default). */
export const dropStagingSettings = { max_table_size_to_drop: '0' } as const
