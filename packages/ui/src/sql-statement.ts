/** One statement that filled a panel, as it was sent to one node. */
export interface SqlStatement {
  /** Name of the query file. */
  name: string
  sql: string
  /** Bound parameters; secrets are never among them. */
  params?: Record<string, unknown> | undefined
  node?: string | undefined
  elapsedMs?: number | null | undefined
  /** Rows read back; null when the node did not answer. */
  rows?: number | null | undefined
  /** Why it failed on this node. */
  error?: string | null | undefined
  queryId?: string | undefined
}
