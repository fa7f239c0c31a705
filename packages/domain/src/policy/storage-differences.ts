import { isOfOneTable } from './policy-change.ts'

/** A volume with every setting of system.storage_policies as text, for display. */
interface DescribedVolume {
  name: string
  settings: Readonly<Record<string, string>>
}

interface DescribedPolicy {
  name: string
  /** In the order in which the server fills them. */
  volumes: readonly DescribedVolume[]
}

interface DescribedDisk {
  name: string
  settings: Readonly<Record<string, string>>
}

export interface NodeStorage {
  node: string
  disks: readonly DescribedDisk[]
  policies: readonly DescribedPolicy[]
  /** Filesystem caches; null where the node does not show them. */
  caches: readonly DescribedDisk[] | null
  tables: readonly { database: string; table: string; policy: string }[]
}

/** Something that is not the same on all nodes. */
export interface StorageDifference {
  object: 'table' | 'disk' | 'policy' | 'volume' | 'cache'
  /** `database.table`, `disk`, `policy`, `policy.volume`, or the name of a cache. */
  name: string
  /** Of a table, whose name alone may be ambiguous. */
  table: { database: string; table: string } | null
  /** `presence`, `volume order`, or the setting. */
  what: string
  /** Each value with the nodes that have it, the most common first; null where the object does not exist. */
  values: { value: string | null; nodes: string[] }[]
}

/**
 * What differs between the nodes' tables, disks, policies and caches, since a move planned on one node may fail on
 * another. Paths and prefixes are specific to each node, so the caller leaves them out of the settings. Each difference
 * is reported once: for an object that a node lacks only its absence there, and its settings among the nodes that have
 * it. Disks and policies that the server made for one table come and go with it.
 */
export function findStorageDifferences(given: readonly NodeStorage[]): StorageDifference[] {
  const nodes = given.map((node) => ({
    ...node,
    disks: node.disks.filter(({ name }) => !isOfOneTable(name)),
    policies: node.policies.filter(({ name }) => !isOfOneTable(name)),
  }))
  const caches = compareObjects(
    'cache',
    nodes.flatMap(({ node, caches: own }) => (own ? [{ node, objects: own }] : [])),
  )
  const disks = compareObjects(
    'disk',
    nodes.map(({ node, disks: own }) => ({ node, objects: own })),
  )
  const policies = compareObjects(
    'policy',
    nodes.map(({ node, policies: own }) => ({
      node,
      objects: own.map((policy) => ({
        name: policy.name,
        settings: { 'volume order': policy.volumes.map((volume) => volume.name).join(', ') },
      })),
    })),
  )
  const names = new Set(nodes.flatMap((node) => node.policies.map((policy) => policy.name)))
  const volumes = [...names].sort().flatMap((policyName) =>
    compareObjects(
      'volume',
      nodes.flatMap(({ node, policies: own }) => {
        const policy = own.find((candidate) => candidate.name === policyName)
        if (!policy) return []
        const objects = policy.volumes.map((volume) => ({ ...volume, name: `${policyName}.${volume.name}` }))
        return [{ node, objects }]
      }),
    ),
  )
  // A volume that a node lacks already shows in the order of its policy's volumes.
  const inOrder = volumes.filter((difference) => difference.what !== 'presence')
  return [...compareTables(nodes), ...disks, ...policies, ...inOrder, ...caches]
}

/** A table exists only on the nodes where it was created, so its policy is compared only there. */
function compareTables(nodes: readonly NodeStorage[]): StorageDifference[] {
  const found = new Map<
    string,
    { at: { database: string; table: string }; owners: { node: string; value: string }[] }
  >()
  for (const { node, tables } of nodes)
    for (const { database, table, policy } of tables) {
      const key = JSON.stringify([database, table])
      const entry = found.get(key) ?? { at: { database, table }, owners: [] }
      found.set(key, entry)
      entry.owners.push({ node, value: policy })
    }
  return [...found]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, { at, owners }]) =>
      compareValues('table', `${at.database}.${at.table}`, 'storage_policy', owners).map((difference) => ({
        ...difference,
        table: at,
      })),
    )
}

interface NodeObjects {
  node: string
  objects: readonly DescribedDisk[]
}

function compareObjects(
  object: StorageDifference['object'],
  nodes: readonly NodeObjects[],
): StorageDifference[] {
  const names = new Set(nodes.flatMap(({ objects }) => objects.map(({ name }) => name)))
  return [...names].sort().flatMap((name) => {
    const owners = nodes.map(({ node, objects }) => ({
      node,
      found: objects.find((one) => one.name === name),
    }))
    const present = owners.flatMap(({ node, found }) => (found ? [{ node, settings: found.settings }] : []))
    const presence = owners.map(({ node, found }) => ({ node, value: found ? 'present' : null }))
    const settings = new Set(present.flatMap((owner) => Object.keys(owner.settings)))
    return [
      ...compareValues(object, name, 'presence', presence),
      ...[...settings].sort().flatMap((what) =>
        compareValues(
          object,
          name,
          what,
          present.map((owner) => ({ node: owner.node, value: owner.settings[what] ?? null })),
        ),
      ),
    ]
  })
}

function compareValues(
  object: StorageDifference['object'],
  name: string,
  what: string,
  owners: readonly { node: string; value: string | null }[],
): StorageDifference[] {
  const groups = new Map<string | null, string[]>()
  for (const { node, value } of owners) groups.set(value, [...(groups.get(value) ?? []), node])
  if (groups.size < 2) return []
  const values = [...groups]
    .map(([value, nodes]) => ({ value, nodes: nodes.sort() }))
    .sort((a, b) => b.nodes.length - a.nodes.length || ((a.nodes[0] ?? '') < (b.nodes[0] ?? '') ? -1 : 1))
  return [{ object, name, table: null, what, values }]
}
