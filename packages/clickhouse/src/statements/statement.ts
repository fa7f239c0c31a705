import type { SqlParams } from '../sql/copyable-sql.ts'

/** Ready for NodeClient.command. copyableSql(sql, params) is its form for display. */
export interface Statement {
  readonly sql: string
  readonly params: SqlParams
}
