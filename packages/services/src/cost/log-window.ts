/** A log may be large: reading it takes longer than a page waits. */
export const logBudgetMs = 35_000
/** Whoever asks again within the minute, at other prices or by other assumptions, is told what was counted. */
export const logAnswer = { ttlMs: 60_000 }

export interface LogWindow<Row> {
  /** From when on the rows tell. */
  from: Date
  rows: readonly Row[]
}

/** Null: the node keeps no such log, or has nothing in it yet. What it would tell is not known then. */
export function windowOfLog<Row>(
  rows: readonly Row[] | null,
  oldest: readonly { oldest_at: Date | null }[] | null,
  since: Date,
): LogWindow<Row> | null {
  const from = oldest?.[0]?.oldest_at
  if (rows === null || !from) return null
  return { rows, from: from > since ? from : since }
}
