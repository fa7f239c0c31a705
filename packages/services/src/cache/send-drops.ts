import { randomUUID } from 'node:crypto'
import { explain, type Statement } from '@frostline/clickhouse'
import type { AuditStatement } from '../base/record-audit.ts'
import type { ConnectedNode } from '../cluster/cluster-connection.ts'

/** A table takes a statement a file; what is not sent by then is told, and the same again drops the rest. */
export const sendingMs = 60_000
const sentAtOnce = 4

/** Some at a time, until all are sent, one fails or the time is over. The audit keeps the first of each node. */
export async function sendDrops(
  { name, client }: ConnectedNode,
  drops: readonly Statement[],
  audited: AuditStatement[],
): Promise<{ sent: number; fault: string | null }> {
  const untilMs = performance.now() + sendingMs
  let next = 0
  let fault: string | null = null
  async function sendOn(): Promise<void> {
    for (let drop = drops[next]; drop && fault === null && performance.now() < untilMs; drop = drops[next]) {
      const place = next++
      const { sql, params } = drop
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
  if (fault === null && next < drops.length)
    fault = `The time limit was reached after ${next} of ${drops.length} files. Drop again for the rest.`
  return { sent: next, fault }
}
