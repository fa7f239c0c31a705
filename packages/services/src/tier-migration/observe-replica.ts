import {
  databaseReplicas,
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
  readMoveRules,
  type StoragePolicy,
  type UnobservedReplica,
  wantedVolumes,
} from '@frostline/domain'
import { ServiceError } from '../base/service-error.ts'
import { createTtlReader } from '../move-explain/to-part-ttls.ts'
import { databaseGroupOf } from '../reading/database-group.ts'
import { toReplicaAccess } from '../reading/replication-sums.ts'
import { sharingOf } from '../zero-copy/sharing-tables.ts'
import { toDiskSpaces, toPart, toPolicy, toReplication } from './to-domain.ts'

/** All that planning needs of one replica. `missing` when the table does not exist there. Throws when it cannot look. */
export async function observeReplica(
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
