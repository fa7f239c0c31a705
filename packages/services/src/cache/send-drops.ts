import { randomUUID } from 'node:crypto'
import { dropCacheStatement, explain } from '@frostline/clickhouse'
import type { AuditStatement } from '../base/record-audit.ts'
import type { ConnectedNode } from '../cluster/cluster-connection.ts'

/** A table takes a statement a file; what is not sent by then is told, and the same again drops the rest. */
export const sendingMs = 60_000
const sentAtOnce = 4

/** Some at a time, until all are sent, one fails or the time is over. The audit keeps the first of each node. */
export async function sendDrops(
  { name, client }: ConnectedNode,
  cache: string,
  keys: readonly (string | undefined)[],
  audited: AuditStatement[],
): Promise<{ sent: number; fault: string | null }> {
  const untilMs = performance.now() + sendingMs
  let next = 0
  let fault: string | null = null
  async function sendOn(): Promise<void> {
    while (next < keys.length && fault === null && performance.now() < untilMs) {
      const place = next++
      const { sql, params } = dropCacheStatement(cache, keys[place])
      const queryId = randomUUID()
      if (place === 0) audited.push({ node: name, sql, queryId })
      const outcome = await client.command({
        sql,
        params,
        queryId,
        timeoutMs: sendingMs,
        purpose: 'drop_cache',
      })
      if (outcome.kind !== 'ok') fault = explain(outcome)
    }
  }
  await Promise.all(Array.from({ length: sentAtOnce }, sendOn))
  if (fault === null && next < keys.length)
    fault = `The time was over after ${next} of ${keys.length} files. Drop it again for the rest.`
  return { sent: next, fault }
}
