import type { LiveStatement } from './hooks/use-live.ts'

export interface StatementFilter {
  text: string
  /** Empty: all. */
  node: string
  minAgeSeconds: number
  /** Only those that have read from or written to object storage. */
  store: boolean
  /** Without statements of Frostline. */
  others: boolean
}

export function filterStatements(
  statements: readonly LiveStatement[],
  { text, node, minAgeSeconds, store, others }: StatementFilter,
): LiveStatement[] {
  const wanted = text.trim().toLowerCase()
  return statements.filter(
    (each) =>
      (node === '' || each.node === node) &&
      each.elapsedSeconds >= minAgeSeconds &&
      (!store || each.storeBytes > 0n || each.storeWrittenBytes > 0n) &&
      (!others || each.frostline === null) &&
      (wanted === '' ||
        [each.text, each.user, each.queryId, each.initialQueryId].some((part) =>
          part.toLowerCase().includes(wanted),
        )),
  )
}
