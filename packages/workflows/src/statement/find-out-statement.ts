import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  flushLogsStatement,
  type ServerError,
  type StatementHistoryRow,
  statementHistory,
  statementProgress,
} from '@frostline/clickhouse'
import type { ConnectedNode } from '@frostline/services'

const lookEveryMs = 500

export type StatementEnd =
  | { kind: 'finished'; row: StatementHistoryRow }
  | { kind: 'failed'; error: ServerError }
  /** It does not run, and the log has no entry of its end: a killed server loses unwritten entries. */
  | { kind: 'no-word' }
  /** The node cannot be queried for it. */
  | { kind: 'away' }
  /** It still runs, and a person has stopped it. */
  | { kind: 'stopped' }

/**
 * Finds out what happened to a statement without a waiting client: a broken connection says nothing about its
 * statement, which continues without it. Waits for it; then the server's log may show how it ended.
 */
export async function findOutStatement(
  node: ConnectedNode,
  { queryId, sentAt }: { queryId: string; sentAt: Date },
  stopped: () => Promise<boolean>,
): Promise<StatementEnd> {
  for (;;) {
    const running = await isRunning(node, [queryId])
    if (running === false) break
    if (running === null) return { kind: 'away' }
    if (await stopped()) return { kind: 'stopped' }
    await sleep(lookEveryMs)
  }
  try {
    await node.client.command({ ...flushLogsStatement(), queryId: randomUUID(), timeoutMs: 10_000 })
    const since = new Date(sentAt.getTime() - 3_600_000)
    const { rows } = await node.client.query(statementHistory, { query_ids: [queryId], since })
    const end = rows.find(({ type }) => type !== 'QueryStart')
    if (!end) return { kind: 'no-word' }
    if (end.type === 'QueryFinish') return { kind: 'finished', row: end }
    return { kind: 'failed', error: { code: end.exception_code, type: '', message: end.exception } }
  } catch {
    return { kind: 'no-word' }
  }
}

/** Null: the node cannot be queried. */
export async function isRunning(node: ConnectedNode, queryIds: readonly string[]): Promise<boolean | null> {
  try {
    const options = { timeoutMs: 5_000 }
    const { rows } = await node.client.query(statementProgress, { query_ids: [...queryIds] }, options)
    return rows.length > 0
  } catch {
    return null
  }
}
