import { z } from 'zod'
import { choice, fault } from '@/form/field-schemas.ts'
import type { RouterInputs } from '@/trpc/router-inputs.ts'
import type { Cluster, DiscoveredCluster } from './cluster.ts'

/** One row of the form; numbers are as typed. */
export interface NodeDraft {
  /** Stable while the form is open. */
  key: number
  url: string
  shard: string
  replica: string
  name: string
  /** Why discovery doubts this address; cleared when it is edited. */
  doubt: string | null
}

type Purpose = 'discovery' | 'test' | 'save'

const limits = { shard: 10_000, replica: 100 } as const

/**
 * A registration as typed. Faults are shown before anything is sent; the API checks the same and more, and decides.
 * Discovery needs no nodes yet, a test no name.
 */
export const clusterForm = z
  .object({
    ...{ name: z.string(), clusterName: z.string(), approvalRequired: z.boolean(), tlsVerify: z.boolean() },
    username: z.string().min(1, 'Enter the ClickHouse user.'),
    /** Empty when editing: keeps the stored one. */
    password: z.string(),
    /** The stored one cannot be used for this action. */
    passwordAsked: z.boolean(),
    tlsCaPem: z
      .string()
      .refine(
        (pem) => pem.trim() === '' || pem.includes('-----BEGIN CERTIFICATE-----'),
        'Paste the certificate in PEM format. It starts with -----BEGIN CERTIFICATE-----.',
      ),
    nodes: choice<readonly NodeDraft[]>(),
    purpose: choice<Purpose>(),
  })
  .superRefine(({ name, nodes, purpose, password, passwordAsked }, context) => {
    if (purpose === 'save' && name.trim() === '') fault(context, ['name'], 'Enter a name.')
    if (passwordAsked && password === '')
      fault(context, ['password'], 'Enter the password. The stored one is not sent to new addresses.')
    nodes.forEach((node, index) => {
      const message = purpose === 'discovery' ? null : findNodeFault(node, nodes.slice(0, index))
      if (message !== null) fault(context, ['nodes', index], message)
    })
  })

export type ClusterDraft = z.input<typeof clusterForm>

function findNodeFault(node: NodeDraft, earlier: readonly NodeDraft[]): string | null {
  const url = node.url.trim()
  if (url === '') return 'Enter an address, such as https://host:8443.'
  if (/\s/.test(url)) return 'An address has no spaces. Use one row per node.'
  for (const key of ['shard', 'replica'] as const) {
    if (!/^[1-9]\d*$/.test(node[key]) || Number(node[key]) > limits[key])
      return `Enter the ${key} as a number from 1 to ${limits[key]}.`
  }
  if (earlier.some((other) => other.url.trim() === url)) return 'Duplicate address.'
  return earlier.some((other) => other.shard === node.shard && other.replica === node.replica)
    ? `Shard ${node.shard}, replica ${node.replica} is used twice.`
    : null
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

/** For a new one, or an existing one. */
export function draftOf(cluster: Cluster | null): ClusterDraft {
  return {
    ...{ name: cluster?.name ?? '', username: cluster?.username ?? 'frostline', password: '' },
    ...{ tlsVerify: cluster?.tlsVerify ?? true, tlsCaPem: cluster?.tlsCaPem ?? '' },
    ...{ clusterName: cluster?.clusterName ?? '', approvalRequired: cluster?.approvalRequired ?? false },
    ...{ purpose: 'save', passwordAsked: false },
    nodes: cluster?.nodes.map(rowOf) ?? [newNode()],
  }
}

function rowOf({ shard, replica, ...node }: Cluster['nodes'][number]): NodeDraft {
  return newNode({ ...node, shard: String(shard), replica: String(replica) })
}

export function nodesOfDiscovered(found: DiscoveredCluster): NodeDraft[] {
  return found.nodes.map(({ problem, url, shard, replica }) => ({
    ...rowOf({ url, shard, replica, name: '' }),
    doubt: problem,
  }))
}

/** The API's input, from a draft without faults. */
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

/** Whether the draft connects to the same servers in the same way, so that the stored connection can be tested. */
export function isStoredConnection(draft: ClusterDraft, cluster: Cluster): boolean {
  return JSON.stringify(toConnection(draft)) === JSON.stringify(toConnection(draftOf(cluster)))
}

/** A pasted list of addresses, separated by lines, commas, semicolons or spaces. A single one is no list. */
export function splitAddresses(text: string): string[] {
  const addresses = text.split(/[\s,;]+/).filter(Boolean)
  return addresses.length > 1 ? addresses : []
}
