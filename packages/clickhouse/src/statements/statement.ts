import type { SqlParams } from '../sql/copyable-sql.ts'

/** Ready to be sent with NodeClient.command. copyableSql(sql, params) is its form for people. */
export interface Statement {
  readonly sql: string
  readonly params: SqlParams
}
