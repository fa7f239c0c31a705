/** A move that Frostline has sent and whose end it does not know yet. */
export interface SentMove {
  runId: string
  node: string
  database: string
  table: string
  parts: readonly string[]
}

/** The run whose statement moves this part. Null: the server moves it by itself, or another client does. */
export function runOfMove(
  move: { node: string; database: string; table: string; part: string },
  sent: readonly SentMove[],
): string | null {
  const own = sent.find(
    ({ node, database, table, parts }) =>
      node === move.node && database === move.database && table === move.table && parts.includes(move.part),
  )
  return own?.runId ?? null
}
