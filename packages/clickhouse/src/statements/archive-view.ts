import { qualifiedName } from '../sql/qualified-name.ts'
import { quoteIdentifier } from '../sql/quote-identifier.ts'
import { quoteString } from '../sql/quote-string.ts'
import { renderStructure } from '../sql/render-structure.ts'
import type { TableRef } from './move.ts'
import type { Statement } from './statement.ts'

/** Files of one archive, of one shard. */
export interface ViewFiles {
  /** A named collection. Null: the servers' own credentials. */
  collection: string | null
  /** Of the folder of the table, with a slash at its end. */
  url: string
  /** Of the same folder in the bucket, as _path has it. */
  path: string
  /** Below the folder. */
  keys: readonly string[]
  format: string
  /** Of the names of all files. */
  ending: string
  compression: string
  structure: readonly { name: string; type: string }[]
  /** SQL of each column of the view, over the structure. */
  values: readonly string[]
}

export interface ArchiveViewText {
  table: TableRef
  name: string
  columns: readonly string[]
  /** IDs of partitions of which nothing is read from the table. */
  hidden: readonly string[]
  files: readonly ViewFiles[]
}

/** As MergeTree tables name it. A filter on it leaves out parts and files before they are opened. */
const partitionColumn = '_partition_id'

/** The query of the view: the grammar takes no bound parameters, and there is no key in it. */
function archiveViewQuery({ table, columns, hidden, files }: ArchiveViewText): string {
  const list = columns.map(quoteIdentifier)
  const where =
    hidden.length === 0 ? '' : `\nWHERE ${partitionColumn} NOT IN (${hidden.map(quoteString).join(', ')})`
  const own = `SELECT ${[...list, partitionColumn].join(', ')}
FROM ${qualifiedName(table.database, table.table)} AS ${aliasBeside('archive_source', list)}${where}`
  return [own, ...files.map((each) => selectFiles(each, list))].join('\nUNION ALL\n')
}

function selectFiles(files: ViewFiles, list: string[]): string {
  const { collection, url, path, keys, structure, values } = files
  const stems = keys.map((key) => key.slice(0, -files.ending.length))
  // With names alone the server opens each file, whatever the filter says. With a wildcard it lists the folder first (26.7).
  const where = quoteString(
    `${url}${stems.length === 1 ? stems[0] : `{${stems.join(',')}}`}${files.ending.slice(0, -1)}?`,
  )
  const format = quoteString(files.format)
  const compression = quoteString(files.compression)
  const text = quoteString(renderStructure(structure))
  const source =
    collection === null
      ? `${where}, ${format}, ${text}, ${compression}`
      : `${quoteIdentifier(collection)}, url = ${where}, format = ${format}, structure = ${text}, compression_method = ${compression}`
  const alias = aliasBeside('archive_files', [...list, ...structure.map(({ name }) => quoteIdentifier(name))])
  const columns = values.map((value, index) => (value === list[index] ? value : `${value} AS ${list[index]}`))
  const partition = `extract(substring(${alias}._path, ${path.length + 1}), '^(?:archive_partition=)?([^/]+)') AS ${partitionColumn}`
  return `SELECT ${[...columns, partition].join(', ')}
FROM s3(${source}) AS ${alias}`
}

/**
 * No column has this name. Virtual columns of s3() are read through it: a column of the view may have the name of one. Without
 * an alias, 26.3 takes the word COMMENT after the table for one.
 */
function aliasBeside(name: string, taken: readonly string[]): string {
  let alias = name
  while (taken.includes(quoteIdentifier(alias))) alias = `_${alias}`
  return alias
}

/**
 * Replaces the view at once: a query reads the old text or the new one. Callers need their own grants on the table, the
 * collection and S3. A view of many files is longer than max_query_size.
 * @param mark is found again in its comment.
 */
export function createArchiveViewStatement(view: ArchiveViewText, mark: string): Statement {
  return {
    sql: `CREATE OR REPLACE VIEW ${qualifiedName(view.table.database, view.name)}
SQL SECURITY INVOKER
AS ${archiveViewQuery(view)}
COMMENT ${quoteString(mark)}`,
    params: {},
  }
}

export function dropArchiveViewStatement({ database, table }: TableRef): Statement {
  return { sql: `DROP VIEW IF EXISTS ${qualifiedName(database, table)}`, params: {} }
}
