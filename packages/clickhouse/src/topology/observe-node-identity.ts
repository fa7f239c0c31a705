import type { NodeClient } from '../client/node-client.ts'
import type { QueryOptions } from '../client/query-options.ts'
import { type ClusterRow, listClusters } from '../queries/distributed-tables.ts'
import { type NodeIdentityRow, nodeIdentity } from '../queries/node-facts.ts'

export interface NodeIdentity {
  displayName: string
  hostName: string
  version: string
  uptimeSeconds: number
  timezone: string
  tcpPort: number
  currentUser: string
  /** Names from macros, otherwise numbers from system.clusters; null if neither has them. */
  shard: string | null
  replica: string | null
  /** Source of shard and replica. */
  identifiedBy: 'macros' | 'clusters' | 'display-name'
  macros: Record<string, string>
  /** The node's own entries in its clusters. */
  memberships: { cluster: string; shardNum: number; replicaNum: number }[]
  /** The node's clock minus ours, in milliseconds; accurate to half the round trip. */
  clockSkewMs: number
  observedAt: Date
}

/**
 * Which node this is. Macros come first, as people set them; a server without them is identified by the row of
 * system.clusters it calls local (of the given cluster, otherwise of the cluster with the most members); one without
 * either has only its display name. Throws QueryFailedError.
 */
export async function observeNodeIdentity(
  node: NodeClient,
  cluster?: string,
  options: QueryOptions = {},
): Promise<NodeIdentity> {
  const answer = await node.query(nodeIdentity, {}, options)
  const identity = answer.rows[0]
  if (identity === undefined) throw new Error(`${node.name} returned no rows for ${answer.name}.`)
  const clusters = await node.query(listClusters, { cluster: cluster ?? '' }, options)
  const halfwayMs = answer.observedAt.getTime() + answer.elapsedMs / 2
  return {
    displayName: identity.display_name,
    hostName: identity.host_name,
    version: identity.version,
    uptimeSeconds: identity.uptime_seconds,
    timezone: identity.timezone,
    tcpPort: identity.tcp_port,
    currentUser: identity.current_user,
    macros: identity.macros,
    ...placeNode(identity, clusters.rows),
    clockSkewMs: Math.round(identity.server_time.getTime() - halfwayMs),
    observedAt: answer.observedAt,
  }
}

type Place = Pick<NodeIdentity, 'shard' | 'replica' | 'identifiedBy' | 'memberships'>

/** The pure part of this rule. */
export function placeNode(
  identity: Pick<NodeIdentityRow, 'display_name' | 'macros'>,
  clusters: readonly ClusterRow[],
): Place {
  const size = (name: string) => clusters.filter((row) => row.cluster === name).length
  const local = clusters
    .filter((row) => row.is_local)
    .sort((a, b) => size(b.cluster) - size(a.cluster) || a.cluster.localeCompare(b.cluster))
  const memberships = local.map((row) => ({
    cluster: row.cluster,
    shardNum: row.shard_num,
    replicaNum: row.replica_num,
  }))
  const { shard, replica } = identity.macros
  const first = memberships[0]
  if (shard !== undefined && replica !== undefined) {
    return { shard, replica, identifiedBy: 'macros', memberships }
  }
  if (first !== undefined) {
    return {
      shard: shard ?? String(first.shardNum),
      replica: replica ?? String(first.replicaNum),
      identifiedBy: 'clusters',
      memberships,
    }
  }
  return {
    shard: shard ?? null,
    replica: replica ?? identity.display_name,
    identifiedBy: 'display-name',
    memberships,
  }
}
