import {
  databaseReplicas,
  fanOut,
  listDisks,
  listStoragePolicies,
  type NodeClient,
  observeParts,
  parseTableTtl,
  partMoveTtls,
  pendingMutations,
  replicaStates,
  runningMerges,
  runningMoves,
  type TableMoveStateRow,
  tableActivity,
  tableIdentity,
  tableMoveState,
  zeroCopySettings,
} from '@frostline/clickhouse'
import {
  explainReadOnly,
  type ObservedReplica,
  type Replica,
  type ReplicaSnapshot,
  readMoveRules,
  type StoragePolicy,
  type UnobservedReplica,
  wantedVolumes,
} from '@frostline/domain'
import type { ServiceContext } from '../../platform/base/context.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import type { ClusterConnection } from '../../platform/cluster/cluster-connection.ts'
import { databaseGroupOf } from '../../platform/reading/database-group.ts'
import { toReplicaAccess } from '../../platform/reading/replication-sums.ts'
import { sharingOf } from '../../replication/zero-copy/sharing-tables.ts'
import { createTtlReader } from '../move-explain/to-part-ttls.ts'
import { toDiskSpaces, toPart, toPolicy, toReplication } from './to-domain.ts'

/** Planning may read a hundred thousand parts a node. */
const LOOK_BUDGET_MS = 20_000

export interface LookedAtTable {
  cluster: ClusterConnection
  snapshots: ReplicaSnapshot[]
  observedAt: Date
}

/**
 * What every replica of the cluster shows of the table now. No partition ids: all of them.
 * @throws ServiceError `not_found` when no node has it, `invalid` when it has no parts.
 */
export async function inspectTable(
  ctx: ServiceContext,
  clusterKey: string,
  at: { database: string; table: string },
  partitionIds: readonly string[] = [],
): Promise<LookedAtTable> {
  const cluster = await ctx.clusters.get(clusterKey)
  const observedAt = ctx.now()
  const replicas = new Map(cluster.nodes.map((node) => [node.name, node]))
  const outcomes = await fanOut(
    cluster.nodes.map((node) => node.client),
    async (client, signal) => {
      const node = replicas.get(client.name)
      if (!node) throw new Error(`No node is named ${client.name}`)
      const replica = { name: node.name, shard: node.shard, replica: node.replica }
      return observeReplica(
        client,
        replica,
        { database: at.database, table: at.table },
        partitionIds,
        signal,
      ).catch(keepServiceError)
    },
    { budgetMs: LOOK_BUDGET_MS },
  )
  const snapshots = outcomes.map((outcome, index): ReplicaSnapshot => {
    const node = cluster.nodes[index]
    if (!node) throw new Error('fanOut answers once for each node')
    if (outcome.state !== 'ok') {
      const replica = { name: node.name, shard: node.shard, replica: node.replica }
      return { state: 'unreachable', node: replica, reason: outcome.message }
    }
    if (outcome.value instanceof ServiceError) throw outcome.value
    return outcome.value
  })
  if (snapshots.every((snapshot) => snapshot.state === 'missing'))
    throw new ServiceError(
      'not_found',
      `No node of ${cluster.name} has the table ${at.database}.${at.table}.`,
      {
        hint: 'Check the name. The table may have been dropped.',
      },
    )
  return { cluster, snapshots, observedAt }
}

/** A refusal that concerns the table, not the node, is for the caller: it must not look like a node that is away. */
function keepServiceError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown
  throw thrown
}

/** All that planning needs of one replica. `missing` when the table does not exist there. Throws when it cannot look. */
async function observeReplica(
  client: NodeClient,
  node: Replica,
  at: { database: string; table: string },
  partitionIds: readonly string[],
  signal?: AbortSignal,
): Promise<ObservedReplica | UnobservedReplica> {
  const options = signal ? { signal } : {}
  // What is still to come is asked before what is there, so that a part which comes in between is seen twice rather than never.
  const activity = await client.query(tableActivity, at, options)
  const [identity, state, parts, disks, policies, merges, mutations, moves, replicas, sharing, databases] =
    await Promise.all([
      client.query(tableIdentity, at, options),
      client.query(tableMoveState, at, options),
      client.query(observeParts, { ...at, partition_ids: [...partitionIds] }, options),
      client.query(listDisks, {}, options),
      client.query(listStoragePolicies, {}, options),
      client.query(runningMerges, at, options),
      client.query(pendingMutations, at, options),
      client.query(runningMoves, at, options),
      client.query(replicaStates, at, options),
      client.query(zeroCopySettings, at, options),
      client.query(databaseReplicas, { database: at.database }, options),
    ])
  const table = identity.rows[0]
  if (!table) return { state: 'missing', node, reason: 'the table does not exist there' }
  if (!table.engine.endsWith('MergeTree'))
    throw new ServiceError(
      'invalid',
      `${at.database}.${at.table} has the engine ${table.engine}, which has no parts to move.`,
      { hint: 'Choose the local MergeTree table behind it.' },
    )
  const policy = toPolicy(policies.rows, table.storage_policy) ?? { name: table.storage_policy, volumes: [] }
  const databaseGroup = databaseGroupOf(databases.rows)
  const readOnly = replicas.rows[0] ? explainReadOnly(toReplicaAccess(replicas.rows[0])) : null
  const sharesBy = sharing.rows.map(sharingOf).find(({ enabled }) => enabled)?.lockPath
  return {
    state: 'observed',
    node,
    tableUuid: table.uuid,
    policy,
    disks: toDiskSpaces(disks.rows),
    parts: parts.rows.map(toPart),
    mergingParts: merges.rows.flatMap((row) => row.source_part_names),
    pendingMutations: mutations.rows.map((row) => `${row.mutation_id} (${row.parts_to_do} parts to do)`),
    ...(readOnly === null ? {} : { readOnly }),
    ...(sharesBy === undefined ? {} : { sharesBy }),
    databaseShards: databases.rows[0]?.shards ?? 0,
    ...(databaseGroup === null ? {} : { databaseGroup }),
    movingParts: moves.rows.map((row) => row.part_name),
    replication: activity.rows[0] ? toReplication(activity.rows[0]) : null,
    wantedVolumes: await observeWantedVolumes(client, at, state.rows[0], policy, options),
  }
}

/** The parts that the table's TTL wants on a volume by now. A table without such rules costs no read of its parts. */
async function observeWantedVolumes(
  client: NodeClient,
  at: { database: string; table: string },
  state: TableMoveStateRow | undefined,
  policy: StoragePolicy,
  options: { signal?: AbortSignal },
): Promise<ReadonlyMap<string, string>> {
  const rules = state ? readMoveRules(parseTableTtl(state.engine_full)) : []
  if (!state || !rules || rules.length === 0) return new Map()
  const { rows } = await client.query(partMoveTtls, at, options)
  const readTtls = createTtlReader(state)
  const parts = rows.map((row) => ({ name: row.name, ttls: readTtls(row) }))
  return wantedVolumes(parts, rules, policy, state.server_time.getTime())
}
