import type { S3Arguments } from '../s3/s3-arguments.ts'
import { copyableSql } from '../sql/copyable-sql.ts'
import type { Statement } from './statement.ts'

export interface DataWrite {
  /** With `{_partition_id}` in its path. */
  target: S3Arguments
  /** Names the file of a row, as text: SQL over the rows, or rowNumberInAllBlocks(). */
  partition: string
  /** A SELECT. */
  rows: string
}

/**
 * Writes rows into objects, one for each value of the partition. An object appears when it is complete. `shownHead` is
 * everything before the rows, for display, with the keys hidden.
 */
export function generateDataStatement({
  target,
  partition,
  rows,
}: DataWrite): Statement & { shownHead: string } {
  const head = `INSERT INTO FUNCTION s3(${target.sql})\nPARTITION BY ${partition}\nSETTINGS ${settings}`
  return {
    sql: `${head}\n${rows}`,
    params: target.params,
    shownHead: copyableSql(head, target.shown),
  }
}

/**
 * In the text, so that it does the same wherever it is run.
 * - An existing object is replaced: an interrupted statement is sent again.
 * - One thread each, so that a rewritten file is identical byte for byte.
 * - The server repeats a failed request 500 times by default, which a kill cannot end quickly.
 * - 25.8 refuses to write below a folder such as `day=2024-01-01` if the rows have no column of this name.
 */
const settings = [
  's3_truncate_on_insert = 1',
  'max_partitions_per_insert_block = 0',
  'max_threads = 1',
  'max_insert_threads = 1',
  's3_retry_attempts = 5',
  'use_hive_partitioning = 0',
].join(', ')
