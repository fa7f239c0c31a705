import type { NodeClient } from '../client/node-client.ts'
import type { QueryOptions } from '../client/query-options.ts'
import { type ClusterRow, listClusters } from '../queries/distributed-tables.ts'

export interface ClusterMember {
  shardNum: number
  replicaNum: number
  host: string
  tcpPort: number
  isLocal: boolean
  /** Suggested address of its HTTP interface: system.clusters has only the native port. To be tested before use. */
  candidateUrl: string
}

export interface DiscoveredCluster {
  cluster: string
  members: ClusterMember[]
}

/**
 * The clusters one node knows, with a suggested HTTP address for each member: the scheme and port by which this node
 * was reached, on the member's host. Members that share a host (several nodes on one machine) get the same suggestion:
 * only manually entered addresses distinguish them. Throws QueryFailedError.
 */
export async function discoverClusters(
  node: NodeClient,
  options: QueryOptions = {},
): Promise<DiscoveredCluster[]> {
  const { rows } = await node.query(listClusters, {}, options)
  return groupMembers(rows, node.url)
}

export function groupMembers(rows: readonly ClusterRow[], reachedUrl: string): DiscoveredCluster[] {
  const clusters = new Map<string, ClusterMember[]>()
  for (const row of rows) {
    const members = clusters.get(row.cluster) ?? []
    clusters.set(row.cluster, members)
    members.push({
      shardNum: row.shard_num,
      replicaNum: row.replica_num,
      host: row.host_name,
      tcpPort: row.port,
      isLocal: row.is_local,
      candidateUrl: row.is_local ? reachedUrl : withHost(reachedUrl, row.host_name),
    })
  }
  return [...clusters].map(([cluster, members]) => ({ cluster, members }))
}

function withHost(url: string, host: string): string {
  const changed = new URL(url)
  changed.hostname = host.includes(':') ? `[${host}]` : host
  return changed.origin
}
