import { type Database, openSecret, type SecretKey, sealSecret } from '@frostline/db'
import { createSecretBox, type SecretBox } from '../base/secret-box.ts'
import { type AddressExemption, nothingExempt } from '../net/explain-address.ts'
import {
  type ClusterConnection,
  type ClusterRecord,
  type ConnectedNode,
  connectionFingerprint,
  openNodeClients,
} from './cluster-connection.ts'
import { noSuchCluster } from './find-cluster.ts'
import { nodeOrder } from './node-order.ts'

/** Connections to all registered clusters. One per process: it holds the clients and the key of their passwords. */
export interface ClusterDirectory {
  /**
   * The cluster with this slug or id as registered now: the row is read each time (about 1 ms), its clients are kept
   * until address or credentials change.
   * @throws ServiceError `not_found`; SecretOpenError when the password was sealed under another key.
   */
  get(slugOrId: string): Promise<ClusterConnection>
  /** A cluster's password, sealed for its row. */
  sealPassword(clusterId: string, password: string): Uint8Array<ArrayBuffer>
  /** @throws SecretOpenError */
  openPassword(cluster: { id: string; sealedPassword: Uint8Array }): string
  /** The secrets of a storage proposal, sealed for its row. */
  sealProposalSecrets(proposalId: string, secrets: string): Uint8Array<ArrayBuffer>
  /** @throws SecretOpenError */
  openProposalSecrets(proposal: { id: string; sealedSecrets: Uint8Array }): string
  /** For secrets of other rows, under the same key. */
  readonly secrets: SecretBox
  close(): Promise<void>
}

/** Clients of a changed cluster may still run statements, so they are closed only after this time. */
const retireAfterMs = 10 * 60_000

export function createClusterDirectory(options: {
  db: Database
  secretKey: SecretKey
  /** Loopback and link-local addresses that node names may resolve to. Absent: none. */
  addresses?: AddressExemption | undefined
}): ClusterDirectory {
  const { db, secretKey, addresses = nothingExempt } = options
  const open = new Map<string, { slug: string; fingerprint: string; nodes: ConnectedNode[] }>()
  const retired = new Map<NodeJS.Timeout, ConnectedNode[]>()

  function retire(nodes: ConnectedNode[]): void {
    const timer = setTimeout(() => {
      retired.delete(timer)
      void closeAll(nodes)
    }, retireAfterMs)
    timer.unref()
    retired.set(timer, nodes)
  }

  function clientsOf(cluster: ClusterRecord): ConnectedNode[] {
    const fingerprint = connectionFingerprint(cluster)
    const present = open.get(cluster.id)
    if (present?.fingerprint === fingerprint) return present.nodes
    const nodes = openNodeClients(cluster, openPassword(cluster), addresses)
    if (present) retire(present.nodes)
    open.set(cluster.id, { slug: cluster.slug, fingerprint, nodes })
    return nodes
  }

  /** Closes the clients of a removed cluster. */
  function forget(slugOrId: string): void {
    for (const [id, { slug, nodes }] of open) {
      if (id !== slugOrId && slug !== slugOrId) continue
      open.delete(id)
      retire(nodes)
    }
  }

  function openPassword(cluster: { id: string; sealedPassword: Uint8Array }): string {
    return openSecret(secretKey, passwordPlace(cluster.id), cluster.sealedPassword)
  }

  return {
    async get(slugOrId) {
      const cluster = await db.cluster.findFirst({
        where: { OR: [{ slug: slugOrId }, { id: slugOrId }] },
        include: { nodes: { orderBy: [...nodeOrder] } },
      })
      if (!cluster) {
        forget(slugOrId)
        throw noSuchCluster(slugOrId)
      }
      const { id, slug, name, clusterName } = cluster
      return { id, slug, name, clusterName, nodes: clientsOf(cluster) }
    },
    sealPassword: (clusterId, password) => sealSecret(secretKey, passwordPlace(clusterId), password),
    openPassword,
    sealProposalSecrets: (proposalId, secrets) => sealSecret(secretKey, proposalPlace(proposalId), secrets),
    openProposalSecrets: ({ id, sealedSecrets }) => openSecret(secretKey, proposalPlace(id), sealedSecrets),
    secrets: createSecretBox(secretKey),
    async close() {
      const all = [...open.values()].flatMap((entry) => entry.nodes).concat(...retired.values())
      for (const timer of retired.keys()) clearTimeout(timer)
      open.clear()
      retired.clear()
      await closeAll(all)
    },
  }
}

function passwordPlace(clusterId: string): { purpose: string; rowId: string } {
  return { purpose: 'cluster password', rowId: clusterId }
}

function proposalPlace(proposalId: string): { purpose: string; rowId: string } {
  return { purpose: 'secrets of a storage proposal', rowId: proposalId }
}

async function closeAll(nodes: ConnectedNode[]): Promise<void> {
  await Promise.all(nodes.map((node) => node.client.close()))
}
