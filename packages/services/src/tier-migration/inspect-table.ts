import { fanOut } from '@frostline/clickhouse'
import type { ReplicaSnapshot } from '@frostline/domain'
import type { ServiceContext } from '../base/context.ts'
import { ServiceError } from '../base/service-error.ts'
import type { ClusterConnection } from '../cluster/cluster-connection.ts'
import { observeReplica } from './observe-replica.ts'

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
