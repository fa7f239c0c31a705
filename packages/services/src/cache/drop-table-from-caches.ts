import { type Statement, tableCacheTotals } from '@frostline/clickhouse'
import type { ConnectedNode } from '../cluster/cluster-connection.ts'
import { askPast } from './ask-past.ts'
import { readCachedDisks } from './cached-disks.ts'
import { planDrops } from './plan-drops.ts'
import { sendDrops } from './send-drops.ts'

/**
 * Takes what a node has cached of a table out of all its caches; `leftBytes` is what it shows afterwards: segments in use stay.
 * `tell` is told what is sent, before it is.
 * Throws QueryFailedError.
 */
export async function dropTableFromCaches(
  node: ConnectedNode,
  { database, table }: { database: string; table: string },
  tell: (drops: readonly Statement[]) => Promise<void>,
): Promise<{ leftBytes: bigint }> {
  const reader = askPast(node)
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
