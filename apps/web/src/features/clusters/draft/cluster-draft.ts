import type { RouterInputs } from '@/trpc/router-inputs.ts'
import type { Cluster, DiscoveredCluster } from '../cluster.ts'

/** One row of the form; numbers are as typed. */
export interface NodeDraft {
  /** Of the row, for as long as the form is open. */
  key: number
  url: string
  shard: string
  replica: string
  name: string
  /** What discovery doubts about this address; gone as soon as it is edited. */
  doubt: string | null
}

/** A registration as it stands in the form. */
export interface ClusterDraft {
  name: string
  username: string
  /** Empty in a change: the stored one stays. */
  password: string
  tlsVerify: boolean
  tlsCaPem: string
  clusterName: string
  approvalRequired: boolean
  nodes: readonly NodeDraft[]
}

export type ConnectionInput = RouterInputs['clusters']['testConnection']

let lastKey = 0

export function newNode(values: Partial<Omit<NodeDraft, 'key'>> = {}): NodeDraft {
  lastKey += 1
  return { url: '', shard: '1', replica: '1', name: '', doubt: null, ...values, key: lastKey }
}

/** A further row: the next shard, as most clusters without replicas count. */
export function nextNode(nodes: readonly NodeDraft[]): NodeDraft {
  const shards = nodes.map((node) => Number(node.shard)).filter(Number.isInteger)
  return newNode({ shard: String(Math.max(0, ...shards) + 1) })
}

export function emptyDraft(): ClusterDraft {
  return {
    name: '',
    username: 'frostline',
    password: '',
    tlsVerify: true,
    tlsCaPem: '',
    clusterName: '',
    approvalRequired: false,
    nodes: [newNode()],
  }
}

export function draftOf(cluster: Cluster): ClusterDraft {
  return {
    name: cluster.name,
    username: cluster.username,
    password: '',
    tlsVerify: cluster.tlsVerify,
    tlsCaPem: cluster.tlsCaPem ?? '',
    clusterName: cluster.clusterName ?? '',
    approvalRequired: cluster.approvalRequired,
    nodes: cluster.nodes.map(({ name, url, shard, replica }) =>
      newNode({ name, url, shard: String(shard), replica: String(replica) }),
    ),
  }
}

export function nodesOfDiscovered(found: DiscoveredCluster): NodeDraft[] {
  return found.nodes.map(({ url, shard, replica, problem }) =>
    newNode({ url, shard: String(shard), replica: String(replica), doubt: problem }),
  )
}

/** What the API takes, of a draft without faults. */
export function toConnection(draft: ClusterDraft): ConnectionInput {
  return {
    nodes: draft.nodes.map(({ url, shard, replica, name }) => ({
      url: url.trim(),
      shard: Number(shard),
      replica: Number(replica),
      ...(name.trim() ? { name: name.trim() } : {}),
    })),
    username: draft.username,
    password: draft.password,
    clusterName: draft.clusterName.trim() || null,
    tlsVerify: draft.tlsVerify,
    tlsCaPem: draft.tlsCaPem.trim() || null,
  }
}

/** Whether the draft leads to the same servers in the same way, so that the stored connection can be tested for it. */
export function isStoredConnection(draft: ClusterDraft, cluster: Cluster): boolean {
  return JSON.stringify(toConnection(draft)) === JSON.stringify(toConnection(draftOf(cluster)))
}
