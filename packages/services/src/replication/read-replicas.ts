import {
  keeperEvents,
  keeperMetrics,
  nodeCounters,
  type ReplicaKeeperRow,
  replicaFetches,
  replicaKeeper,
  replicaMutations,
  replicaParts,
  replicaQueues,
  replicaStates,
} from '@frostline/clickhouse'
import { firstRow } from '../platform/reading/first-row.ts'
import type { NodeReader } from '../platform/reading/node-reader.ts'
import { tableKey } from '../platform/reading/table-sizes.ts'

export type NodeReplicas = Awaited<ReturnType<typeof readReplicas>>
export type KeeperFacts = Map<string, ReplicaKeeperRow>

/** What a node itself knows of its replicated tables, in one statement and without Keeper. */
export async function readReplicas(reader: NodeReader, at: { database?: string; table?: string } = {}) {
  const [states, parts, queues, fetches, mutations, counted] = await Promise.all([
    reader.ask(replicaStates, at),
    reader.ask(replicaParts, at),
    reader.ask(replicaQueues, at),
    reader.ask(replicaFetches, at),
    reader.ask(replicaMutations, at),
    reader.ask(nodeCounters, { events: [...keeperEvents], metrics: [...keeperMetrics] }),
  ])
  return { states, parts, queues, fetches, mutations, keeper: firstRow(counted, nodeCounters.name) }
}

/** Keeper's data on some tables, by table key. Takes seconds while Keeper hangs. */
export async function askKeeper(
  reader: NodeReader,
  tables: readonly { database: string; table: string }[],
): Promise<KeeperFacts> {
  const rows = await reader.ask(replicaKeeper, {
    databases: tables.map(({ database }) => database),
    tables: tables.map(({ table }) => table),
  })
  return new Map(rows.map((row) => [tableKey(row.database, row.table), row]))
}
