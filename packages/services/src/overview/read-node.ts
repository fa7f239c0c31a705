import {
  cacheAndStoreEvents,
  cacheMetrics,
  listNodeErrors,
  listPartMoves,
  nodeCounters,
  nodeIdentity,
  replicaSums,
  runningMoves,
} from '@frostline/clickhouse'
import { firstRow } from '../reading/first-row.ts'
import type { NodeReader } from '../reading/node-reader.ts'
import { askTableSizes } from '../reading/table-sizes.ts'

export const recentMovesLimit = 20

export type NodeFacts = Awaited<ReturnType<typeof readNodeFacts>>

/** What a page about the whole cluster needs of one node: eleven small answers, whatever the number of parts. */
export async function readNodeFacts(reader: NodeReader, movesSince: Date) {
  const [identity, sizes, counters, errors, moving, replication, moved] = await Promise.all([
    reader.ask(nodeIdentity, {}),
    askTableSizes(reader),
    reader.ask(nodeCounters, { events: [...cacheAndStoreEvents], metrics: [...cacheMetrics] }),
    reader.ask(listNodeErrors, { limit: 200 }),
    reader.ask(runningMoves, {}),
    reader.ask(replicaSums, {}),
    reader.askIfOffered(listPartMoves, { since: movesSince, limit: recentMovesLimit }, { ttlMs: 5_000 }),
  ])
  return {
    identity: firstRow(identity, nodeIdentity.name),
    ...sizes,
    counters: firstRow(counters, nodeCounters.name),
    errors,
    moving,
    replication: firstRow(replication, replicaSums.name),
    moved,
  }
}
