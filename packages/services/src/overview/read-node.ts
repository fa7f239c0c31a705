import {
  cacheAndStoreEvents,
  cacheMetrics,
  listDisks,
  listNodeErrors,
  listPartMoves,
  nodeCounters,
  nodeIdentity,
  runningMoves,
  tableDiskSizes,
} from '@frostline/clickhouse'
import { firstRow } from '../reading/first-row.ts'
import type { NodeReader } from '../reading/node-reader.ts'

export const recentMovesLimit = 20

export type NodeFacts = Awaited<ReturnType<typeof readNodeFacts>>

/** What a page about the whole cluster needs of one node: eight small answers, whatever the number of parts. */
export async function readNodeFacts(reader: NodeReader, movesSince: Date) {
  const [identity, disks, sizes, counters, errors, moving, moved] = await Promise.all([
    reader.ask(nodeIdentity, {}),
    reader.ask(listDisks, {}),
    reader.ask(tableDiskSizes, { include_system: true }),
    reader.ask(nodeCounters, { events: [...cacheAndStoreEvents], metrics: [...cacheMetrics] }),
    reader.ask(listNodeErrors, { limit: 200 }),
    reader.ask(runningMoves, {}),
    reader.askIfOffered(listPartMoves, { since: movesSince, limit: recentMovesLimit }, { ttlMs: 5_000 }),
  ])
  return {
    identity: firstRow(identity, nodeIdentity.name),
    disks,
    sizes,
    counters: firstRow(counters, nodeCounters.name),
    errors,
    moving,
    moved,
  }
}
