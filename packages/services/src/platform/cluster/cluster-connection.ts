import { createNodeClient, type NodeClient } from '@frostline/clickhouse'
import type { Cluster, ClusterNode } from '@frostline/db'
import type { AddressExemption } from '../net/explain-address.ts'
import { forgetAfterCommands } from '../reading/node-reader.ts'
import { gateOfRegistered } from './node-address.ts'

/** One replica and its client. */
export interface ConnectedNode {
  name: string
  shard: number
  replica: number
  url: string
  client: NodeClient
}

export interface ClusterConnection {
  id: string
  slug: string
  name: string
  /** The cluster's name in system.clusters, if it has one. */
  clusterName: string | null
  /** Ordered by shard, then replica. */
  nodes: ConnectedNode[]
}

export type ClusterRecord = Cluster & { nodes: ClusterNode[] }

/** How long a page waits for a node. */
const requestTimeoutMs = 10_000

/** No connection is made before the first query. */
export function openNodeClients(
  cluster: ClusterRecord,
  password: string,
  exempt: AddressExemption,
): ConnectedNode[] {
  return cluster.nodes.map((node) => ({
    name: node.name,
    shard: node.shard,
    replica: node.replica,
    url: node.url,
    client: forgetAfterCommands(
      createNodeClient({
        url: node.url,
        username: cluster.username,
        password,
        name: node.name,
        requestTimeoutMs,
        tls: { rejectUnauthorized: cluster.tlsVerify, caPem: cluster.tlsCaPem ?? undefined },
        lookup: gateOfRegistered(node.url, exempt).lookup,
      }),
    ),
  }))
}

/** Equal while the same clients can be used: renaming the cluster must not cut running statements. */
export function connectionFingerprint(cluster: ClusterRecord): string {
  const nodes = cluster.nodes.map((node) => [node.name, node.url, node.shard, node.replica])
  const password = Buffer.from(cluster.sealedPassword).toString('base64')
  return JSON.stringify([cluster.username, password, cluster.tlsVerify, cluster.tlsCaPem, nodes])
}
