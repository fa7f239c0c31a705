import type { S3Arguments } from '../s3/s3-arguments.ts'
import { qualifiedName } from '../sql/qualified-name.ts'
import { quoteIdentifier } from '../sql/quote-identifier.ts'
import type { LoadInsertStatement } from './load-insert.ts'
import { ownEngine } from './load-staging.ts'
import type { TableRef } from './move.ts'
import type { Statement } from './statement.ts'

export interface LoadTrialRead {
  columns: readonly string[]
  /** For each column, over the columns that are read. User SQL. */
  expressions: readonly string[]
  source: S3Arguments
  /** `bucket/key` of the objects. */
  paths: readonly string[]
}

/** Prefix of all trial tables; none outlives its trial except after a crash. */
export const trialTablePrefix = 'frostline_trial_'

/** @param replicatedEngine `engine_full` of the landing table where it is replicated. */
export function createTrialTableStatement(
  landing: TableRef,
  table: string,
  replicatedEngine: string | null,
): Statement {
  return {
    sql: `CREATE TABLE ${qualifiedName(landing.database, table)} AS ${qualifiedName(landing.database, landing.table)}${ownEngine(replicatedEngine)}`,
    params: {},
  }
}

/** Reads and converts like the load. `into` null: and discards the rows. */
export function loadTrialStatement(into: TableRef | null, read: LoadTrialRead): LoadInsertStatement {
  const values = read.expressions.map((expression) => `(${expression}\n)`).join(', ')
  const select = `SELECT ${values}
FROM s3(${read.source.sql})
WHERE _path IN ({paths: Array(String)})`
  return {
    sql:
      into === null
        ? `${select}\nFORMAT Null`
        : `INSERT INTO ${qualifiedName(into.database, into.table)} (${read.columns.map(quoteIdentifier).join(', ')})\n${select}`,
    params: { ...read.source.params, paths: read.paths },
    shown: { ...read.source.shown, paths: read.paths },
  }
}

/** Ends by itself after this time, and keeps what it has. */
export function trialSettings(seconds: number) {
  return { max_execution_time: seconds, timeout_overflow_mode: 'break' } as const
}
