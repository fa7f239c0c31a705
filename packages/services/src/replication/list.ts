import { authorizeInput } from '../platform/base/authorize.ts'
import type { ServiceContext } from '../platform/base/context.ts'
import { readCluster } from '../platform/reading/read-cluster.ts'
import { tableKey } from '../platform/reading/table-sizes.ts'
import { compareSets, groupReplicas, type SeenReplica, toReplicaSet } from './merge-replicas.ts'
import { askKeeper, type NodeReplicas, readReplicas } from './read-replicas.ts'
import {
  type ListReplicationInput,
  listReplicationInput,
  type NodeReplicationView,
  type ReplicaSetView,
  type ReplicationList,
} from './schema.ts'

/** A hanging Keeper must not delay the page: the rest works without it. */
const keeperBudgetMs = 4_000

/**
 * Replicated tables with their problems, worst first. All tables are read from the nodes, but only those of the page
 * from Keeper.
 */
export async function listReplication(
  ctx: ServiceContext,
  given: ListReplicationInput,
): Promise<ReplicationList> {
  const input = await authorizeInput(ctx, 'viewer', listReplicationInput, given)
  const reading = await readCluster(ctx, input, (reader) => readReplicas(reader))
  const { missingNodes } = reading.coverage
  const all = groupReplicas(reading.readings).map((set) => ({
    set,
    view: toReplicaSet(set, null, missingNodes),
  }))
  const search = input.search.toLowerCase()
  const matching = all
    .filter(({ view }) => `${view.database}.${view.table}`.toLowerCase().includes(search))
    .filter(({ view }) => !input.problemsOnly || view.severity !== 'ok')
    .sort((a, b) => compareSets(a.view, b.view))
  const page = matching.slice(input.offset, input.offset + input.limit)
  const asked = await readKeeper(
    ctx,
    input,
    reading.readings.map(({ node }) => node.name),
    page.map(({ set }) => set),
  )
  const count = (severity: ReplicaSetView['severity']) =>
    all.filter(({ view }) => view.severity === severity).length
  return {
    ...reading.envelope,
    queries: [...reading.envelope.queries, ...asked.queries],
    data: {
      coverage: reading.coverage,
      total: matching.length,
      tables: new Set(all.map(({ view }) => tableKey(view.database, view.table))).size,
      bySeverity: { critical: count('critical'), warning: count('warning'), notice: count('notice') },
      byNode: reading.envelope.nodes.map(({ name, shard, replica, state, message }) => {
        const seen = reading.readings.find(({ node }) => node.name === name)
        return {
          node: name,
          shard,
          replica,
          state,
          message,
          figures: seen ? toNodeFigures(seen.value) : null,
        }
      }),
      sets: page.map(({ set }) => toReplicaSet(set, asked.facts, missingNodes)).sort(compareSets),
    },
  }
}

/** A separate statement that may fail: a node that cannot query Keeper is missing here. */
async function readKeeper(
  ctx: ServiceContext,
  input: { cluster: string; fresh: boolean },
  nodes: readonly string[],
  sets: readonly (readonly SeenReplica[])[],
) {
  const tables = new Map(
    sets.flat().map(({ state: { database, table } }) => [tableKey(database, table), { database, table }]),
  )
  if (tables.size === 0 || nodes.length === 0) return { facts: new Map(), queries: [] }
  const { readings, envelope } = await readCluster(
    ctx,
    { ...input, nodes, budgetMs: keeperBudgetMs },
    (reader) => askKeeper(reader, [...tables.values()]),
  )
  return {
    facts: new Map(readings.map(({ node, value }) => [node.name, value])),
    queries: envelope.queries,
  }
}

/** Totals of one node. */
function toNodeFigures(value: NodeReplicas): NonNullable<NodeReplicationView['figures']> {
  const { states, queues, fetches, mutations } = value
  const { events, metrics } = value.keeper
  const expired = states.some((state) => state.is_session_expired)
  const lostSeconds = Number(metrics.ZooKeeperConnectionLossStartedTimestampSeconds ?? 0n)
  return {
    tables: states.length,
    readOnly: states.filter((state) => state.is_readonly || state.is_session_expired).length,
    maxDelaySeconds: states.reduce((most, state) => Math.max(most, Number(state.absolute_delay)), 0),
    queueEntries: states.reduce((sum, state) => sum + state.queue_size, 0),
    failingEntries: queues.reduce((sum, row) => sum + Number(row.failing), 0),
    fetches: fetches.reduce((sum, row) => sum + Number(row.fetches), 0),
    fetchBytesPerSecond: fetches.reduce((sum, row) => sum + (row.bytes_per_second ?? 0), 0),
    pendingMutations: mutations.reduce((sum, row) => sum + Number(row.pending), 0),
    keeper: {
      // The session metric stays at 1 while Keeper hangs (26.7); then the tables' state is right.
      connected: states.length === 0 ? null : !expired && lostSeconds === 0,
      lostAt: lostSeconds === 0 ? null : new Date(lostSeconds * 1000),
      sessions: events.ZooKeeperInit ?? 0n,
      failures: events.ZooKeeperHardwareExceptions ?? 0n,
      requests: events.ZooKeeperTransactions ?? 0n,
      waitMicroseconds: events.ZooKeeperWaitMicroseconds ?? 0n,
    },
  }
}
