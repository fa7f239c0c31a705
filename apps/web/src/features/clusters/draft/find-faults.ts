import type { ClusterDraft, NodeDraft } from './cluster-draft.ts'

export interface DraftFaults {
  name?: string
  username?: string
  password?: string
  tlsCaPem?: string
  /** By key of the row. */
  nodes: ReadonlyMap<number, string>
}

const limits = { shard: 10_000, replica: 100 } as const

/**
 * What is wrong with what was typed, said before anything is sent. The API judges the same and more; it decides.
 * @param purpose `discovery` needs no nodes yet, `test` no name.
 */
export function findFaults(draft: ClusterDraft, purpose: 'discovery' | 'test' | 'save'): DraftFaults {
  const faults: DraftFaults = { nodes: purpose === 'discovery' ? new Map() : findNodeFaults(draft.nodes) }
  if (purpose === 'save' && draft.name.trim() === '') faults.name = 'Enter a name.'
  if (draft.username === '') faults.username = 'Enter the ClickHouse user.'
  if (draft.tlsCaPem.trim() !== '' && !draft.tlsCaPem.includes('-----BEGIN CERTIFICATE-----'))
    faults.tlsCaPem = 'Paste the certificate in PEM format. It starts with -----BEGIN CERTIFICATE-----.'
  return faults
}

export function hasFaults(faults: DraftFaults): boolean {
  const { nodes, ...others } = faults
  return nodes.size > 0 || Object.values(others).some((fault) => fault !== undefined)
}

function findNodeFaults(nodes: readonly NodeDraft[]): Map<number, string> {
  const faults = new Map<number, string>()
  nodes.forEach((node, index) => {
    const fault = faultOf(node, nodes.slice(0, index))
    if (fault) faults.set(node.key, fault)
  })
  return faults
}

function faultOf(node: NodeDraft, earlier: readonly NodeDraft[]): string | undefined {
  const url = node.url.trim()
  if (url === '') return 'Enter an address, such as https://host:8443.'
  if (/\s/.test(url)) return 'An address has no spaces. Use one row per node.'
  for (const key of ['shard', 'replica'] as const) {
    if (!isCount(node[key], limits[key])) return `Enter the ${key} as a number from 1 to ${limits[key]}.`
  }
  if (earlier.some((other) => other.url.trim() === url)) return 'Duplicate address.'
  if (earlier.some((other) => other.shard === node.shard && other.replica === node.replica))
    return `Shard ${node.shard}, replica ${node.replica} is used twice.`
  return undefined
}

function isCount(text: string, most: number): boolean {
  return /^[1-9]\d*$/.test(text) && Number(text) <= most
}
