import {
  badDetachedParts,
  type ReplicaPartitionRow,
  replicaPartitions,
  replicaStates,
  storeErrors,
} from '@frostline/clickhouse'
import {
  type AlertCondition,
  type AlertKind,
  type AlertRule,
  type BuiltInAlertKind,
  groupBy,
  judgeDetached,
  judgeDifferences,
  judgeKeeperSessions,
  judgeLostReplicas,
  judgeReadOnly,
  judgeReplicaLag,
  judgeStuckEntries,
  type SettledPartition,
  type WatchedReplica,
} from '@frostline/domain'
import { groupReplicas, type SeenReplica, toReplicaSet } from '../../../replication/merge-replicas.ts'
import { askKeeper, readReplicas } from '../../../replication/read-replicas.ts'
import type { ReplicaSetView } from '../../../replication/schema.ts'
import type { ServiceContext } from '../../base/context.ts'
import { firstRow } from '../../reading/first-row.ts'
import { readCluster } from '../../reading/read-cluster.ts'
import { tableKey } from '../../reading/table-sizes.ts'
import { evidenceOf } from './evidence-of.ts'
import { sampleReplication } from './replication-samples.ts'

/**
 * Queries Keeper for every table, and reads detached directories: limited to this interval where there are many tables.
 */
const FULL_LOOK_EVERY_MS = 5 * 60_000
const FEW_TABLES = 200
/** The server sends several Keeper requests per table. */
const TABLES_A_STATEMENT = 200
const KEEPER_BUDGET_MS = 10_000
const MAX_SUSPECTS = 100

const lastFullLooks = new Map<string, number>()

export interface ReplicationLook {
  conditions: AlertCondition[]
  /** What could not be evaluated this time. */
  skippedKinds: AlertKind[]
}

/**
 * Current replication problems of a cluster. Its statements run separately from the others, which must not fail because
 * of them.
 */
export async function watchReplication(
  ctx: ServiceContext,
  clusterId: string,
  rules: Record<BuiltInAlertKind, AlertRule>,
  now: Date,
): Promise<ReplicationLook> {
  const last = lastFullLooks.get(clusterId)
  const input = { cluster: clusterId, fresh: true }
  const reading = await readCluster(ctx, input, async (reader) => {
    const [replicas, counted] = await Promise.all([readReplicas(reader), reader.ask(storeErrors, {})])
    const full =
      replicas.states.length <= FEW_TABLES || last === undefined || now.getTime() - last >= FULL_LOOK_EVERY_MS
    const detached = full ? firstRow(await reader.ask(badDetachedParts, {}), badDetachedParts.name) : null
    return { replicas, startedAt: firstRow(counted, storeErrors.name).started_at, detached, full }
  })
  const seen = reading.readings.map(({ node, value }) => ({ node, value: value.replicas }))
  const sets = groupReplicas(seen)
  const full = reading.readings.every(({ value }) => value.full)
  if (full) lastFullLooks.set(clusterId, now.getTime())
  const nodes = seen.map(({ node }) => node.name)
  const keeper = full ? await inspectKeeper(ctx, input, nodes, sets) : null
  const views = sets.map((set) => toReplicaSet(set, keeper, reading.coverage.missingNodes))
  const replicas = views.flatMap(toWatched)
  const growths = await sampleReplication(
    ctx.db,
    clusterId,
    reading.readings.map(({ node, value }) => ({
      node: node.name,
      startedAt: value.startedAt,
      keeperSessions: value.replicas.keeper.events.ZooKeeperInit ?? 0n,
      detachedParts: value.detached ? Number(value.detached.parts) : null,
    })),
    now,
  )
  const minutes = rules['replicas-differ'].threshold
  const settled = await inspectSuspects(ctx, input, sets, views, minutes)
  const ofStates = (node: string) => evidenceOf(node, replicaStates, {})
  const answered =
    keeper !== null && nodes.every((node) => keeper.has(node)) && views.every((view) => view.keeper !== null)
  return {
    conditions: [
      ...judgeReadOnly(replicas, ofStates),
      ...judgeReplicaLag(
        replicas,
        {
          seconds: rules['replica-lag'].threshold,
          queueEntries: rules['replica-queue'].threshold,
          logEntries: rules['replica-log'].threshold,
        },
        ofStates,
      ),
      ...judgeStuckEntries(replicas, rules['queue-entry-stuck'].threshold, ofStates),
      ...judgeLostReplicas(
        views.map(({ database, table, shards, keeper: counts, replicas: own }) => ({
          ...{ database, table, shards, inactive: counts?.inactive ?? [] },
          nodes: own.map(({ node }) => node),
        })),
        ofStates,
      ),
      ...judgeKeeperSessions(growths, rules['keeper-flapping'].threshold, (node) => ({
        node,
        sql: "SELECT value FROM system.events WHERE event = 'ZooKeeperInit'",
      })),
      ...judgeDifferences(settled, minutes, ofStates),
      ...judgeDetached(
        growths.map(({ node, grown }) => ({
          ...{ node, grown },
          examples: reading.readings.find((each) => each.node.name === node)?.value.detached?.examples ?? [],
        })),
        rules['detached-grow'].threshold,
        (node) => evidenceOf(node, badDetachedParts, {}),
      ),
    ],
    skippedKinds: [
      ...(answered ? [] : (['replica-lost', 'replica-log'] as const)),
      ...(full ? [] : (['detached-grow'] as const)),
    ],
  }
}

function toWatched(view: ReplicaSetView): WatchedReplica[] {
  return view.replicas.map((replica) => ({
    node: replica.node,
    database: view.database,
    table: view.table,
    readOnly: replica.readOnly?.reason ?? null,
    delaySeconds: replica.delaySeconds,
    queueEntries: replica.queue.entries,
    logBehind: replica.logBehind === null ? null : Number(replica.logBehind),
    failing: replica.queue.byType.flatMap(({ type, part, maxTries, lastException }) =>
      lastException === null ? [] : [{ type, part, tries: maxTries, exception: lastException }],
    ),
  }))
}

/** By node; those that could not query Keeper are missing. */
async function inspectKeeper(
  ctx: ServiceContext,
  input: { cluster: string; fresh: boolean },
  nodes: readonly string[],
  sets: readonly (readonly SeenReplica[])[],
) {
  const names = new Map(
    sets
      .flat()
      .filter(({ state }) => !state.is_session_expired)
      .map(({ state: { database, table } }) => [tableKey(database, table), { database, table }]),
  )
  const tables = [...names.values()]
  const facts = new Map(nodes.map((node) => [node, new Map()]))
  for (let start = 0; start < tables.length; start += TABLES_A_STATEMENT) {
    const slice = tables.slice(start, start + TABLES_A_STATEMENT)
    const { readings } = await readCluster(
      ctx,
      { ...input, nodes: [...facts.keys()], budgetMs: KEEPER_BUDGET_MS },
      (reader) => askKeeper(reader, slice),
    )
    for (const node of facts.keys()) {
      const answer = readings.find((reading) => reading.node.name === node)
      if (!answer) facts.delete(node)
      for (const [key, row] of answer?.value ?? []) facts.get(node)?.set(key, row)
    }
    if (facts.size === 0) break
  }
  return facts
}

/** Where a table's totals differ: its partitions that no replica has changed lately. */
async function inspectSuspects(
  ctx: ServiceContext,
  input: { cluster: string; fresh: boolean },
  sets: readonly (readonly SeenReplica[])[],
  views: readonly ReplicaSetView[],
  minutes: number,
): Promise<SettledPartition[]> {
  const suspects = sets.filter((_, index) => views[index]?.difference === 'rows').slice(0, MAX_SUSPECTS)
  if (suspects.length === 0) return []
  const { readings } = await readCluster(ctx, input, (reader) =>
    reader.ask(replicaPartitions, {
      databases: suspects.map(([first]) => first?.state.database ?? ''),
      tables: suspects.map(([first]) => first?.state.table ?? ''),
    }),
  )
  const rowsOf = new Map(readings.map(({ node, value }) => [node.name, value]))
  return suspects.flatMap((set) => {
    const own = set.flatMap(({ node, state }) =>
      (rowsOf.get(node.name) ?? [])
        .filter((row) => row.database === state.database && row.table === state.table)
        .map((row) => ({ ...row, node: node.name })),
    )
    const nodes = set.map(({ node }) => node.name).filter((node) => rowsOf.has(node))
    return [...groupBy(own, (row) => row.partition_id).values()]
      .filter((rows) => rows.every((row) => row.unchanged_seconds >= BigInt(Math.round(minutes * 60))))
      .map((rows) => toSettled(rows, nodes))
  })
}

function toSettled(
  rows: readonly [ReplicaPartitionRow & { node: string }, ...(ReplicaPartitionRow & { node: string })[]],
  nodes: readonly string[],
): SettledPartition {
  const { database, table, partition_id: partitionId } = rows[0]
  const replicas = nodes.map((node) => ({ node, rows: rows.find((row) => row.node === node)?.rows ?? 0n }))
  return { database, table, partitionId, replicas }
}
