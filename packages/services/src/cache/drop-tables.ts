import { randomUUID } from 'node:crypto'
import {
  dropCacheStatement,
  explain,
  type Statement,
  tableCacheKeys,
  tableCacheTotals,
} from '@frostline/clickhouse'
import type { AuditStatement } from '../platform/base/record-audit.ts'
import type { ConnectedNode } from '../platform/cluster/cluster-connection.ts'
import type { NodeReader } from '../platform/reading/node-reader.ts'
import { type CacheTarget, readCachedDisks } from './cached-disks.ts'
import { createUncachedReader } from './uncached-reader.ts'

/** Statements for a node, for preview and drop alike: one for the whole cache, or one for each file of a table. */
export async function planDrops(
  reader: Pick<NodeReader, 'ask'>,
  { cache, database, table }: CacheTarget,
): Promise<Statement[]> {
  if (database === undefined || table === undefined) return [dropCacheStatement(cache)]
  const disks = await readCachedDisks(reader)
  const rows = await reader.ask(tableCacheKeys, { disks, database, table, cache })
  return rows.map(({ key }) => dropCacheStatement(cache, key))
}

/**
 * A table needs one statement per file. What is not sent in this time is reported, and repeating the request drops the
 * rest.
 */
export const sendingMs = 60_000
const sentAtOnce = 4

/** A few at a time, until all are sent, one fails or the time is up. The audit keeps the first of each node. */
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

/**
 * Drops a table from all caches of a node. `leftBytes` is what the node shows afterwards: segments in use stay. `tell`
 * is called with what is sent, before it is sent.
 * Throws QueryFailedError.
 */
export async function dropTableFromCaches(
  node: ConnectedNode,
  { database, table }: { database: string; table: string },
  tell: (drops: readonly Statement[]) => Promise<void>,
): Promise<{ leftBytes: bigint }> {
  const reader = createUncachedReader(node)
  const at = { disks: await readCachedDisks(reader), database, table }
  if (at.disks.length === 0) return { leftBytes: 0n }
  for (const { cache, bytes } of await reader.ask(tableCacheTotals, at)) {
    if (bytes === 0n) continue
    const drops = await planDrops(reader, { cache, database, table })
    await tell(drops)
    await sendDrops(node, drops, [])
  }
  const left = await reader.ask(tableCacheTotals, at)
  return { leftBytes: left.reduce((sum, { bytes }) => sum + bytes, 0n) }
}
