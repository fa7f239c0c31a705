import { qualifiedName } from '../sql/qualified-name.ts'
import type { LoadSettings } from './load-insert.ts'
import type { StagingNames } from './load-staging.ts'
import { badRowsColumns } from './load-staging.ts'
import type { TableRef } from './move.ts'
import type { Statement } from './statement.ts'

/**
 * The engine writes rows that it cannot parse, one per line, into a file under `user_files` of the reading node
 * (input_format_record_errors_file_path, since 22.9). The name is specific to one object in one attempt: where the file
 * exists already the server uses another name, so a name is never used twice.
 */
export function badRowsFile({ data }: Pick<StagingNames, 'data'>, ordinal: number): string {
  return `${data}_${ordinal}.jsonl`
}

/** The files of one attempt; those of a whole job begin with its stagingPrefix. */
export function badRowsFilesOf({ data }: Pick<StagingNames, 'data'>): string {
  return `${data}_`
}

/** How an object is read whose bad rows are skipped. Rows are numbered in the order of the object. */
export function badRowsSettings(file: string, maxRows: number): LoadSettings {
  return {
    input_format_parallel_parsing: 0,
    input_format_allow_errors_num: String(maxRows),
    input_format_record_errors_file_path: file,
    // CSV, the default, would follow the delimiter that the object is read with.
    errors_output_format: 'JSONEachRow',
  }
}

/** For one attempt on one node: everything that the objects of `objects`, by their ordinals, left in their files. */
export function collectBadRowsStatement(
  into: TableRef,
  names: StagingNames,
  jobId: string,
  objects: readonly { ordinal: number; path: string }[],
): Statement {
  const filled = badRowsColumns.map(({ name }) => name).join(', ')
  return {
    sql: `INSERT INTO ${qualifiedName(into.database, into.table)} (${filled})
SELECT {job_id: String}, transform(${ordinalOfFile}, {ordinals: Array(String)}, {objects: Array(String)}, ''), offset, reason, raw_data, now()
FROM file({files: String}, 'JSONEachRow', '${recordedColumns}')`,
    params: {
      job_id: jobId,
      ordinals: objects.map(({ ordinal }) => String(ordinal)),
      objects: objects.map(({ path }) => path),
      files: `${badRowsFilesOf(names)}*`,
    },
  }
}

/** Before bad rows are collected again, where an interrupted statement has collected some. */
export function emptyTableStatement({ database, table }: TableRef): Statement {
  return { sql: `TRUNCATE TABLE ${qualifiedName(database, table)}`, params: {} }
}

/** Leaves an empty file behind: the server has no statement that removes one (26.7). */
export function emptyFileStatement(file: string): Statement {
  return {
    sql: `INSERT INTO FUNCTION file({file: String}, 'JSONEachRow', 'nothing String') SELECT '' WHERE 0`,
    params: { file },
  }
}
export const emptyFileSettings = { engine_file_truncate_on_insert: 1 } as const

/** As the server names them. */
export const recordedColumns = 'offset UInt64, reason String, raw_data String'
/** Of `…_<ordinal>.jsonl`, as text. */
export const ordinalOfFile = `extract(_file, '_(\\\\d+)\\\\.jsonl')`
