import { groupBy } from '../group-by.ts'

export interface ReplicaPlace {
  node: string
  /** In Keeper. */
  path: string
  /** Its name below that path. */
  replica: string
}

/** What a node says of itself before a replicated table is made there. */
export interface KeeperDefaults {
  node: string
  shard: number
  /** As configured, with macros in them. */
  path: string
  replica: string
  macros: Readonly<Record<string, string>>
}

/**
 * Where each replica of a new table will be in Keeper, as the servers expand their defaults, and why that cannot be right:
 * replicas of a shard share one path under names of their own, and shards have different paths.
 */
export function planReplicaPlaces(
  facts: readonly KeeperDefaults[],
  table: { database: string; table: string; uuid: string },
): { places: ReplicaPlace[]; faults: string[] } {
  const faults: string[] = []
  const expanded = facts.map(({ node, shard, path, replica, macros }) => {
    const known = { ...macros, ...table }
    for (const [setting, text] of [
      ['default_replica_path', path],
      ['default_replica_name', replica],
    ] as const)
      for (const macro of missingMacros(text, known))
        faults.push(`${node} has no macro {${macro}}, which its ${setting} (${text}) uses.`)
    return { node, shard, path: expand(path, known), replica: expand(replica, known) }
  })
  if (faults.length > 0) return { places: [], faults }
  for (const [, own] of groupBy(expanded, ({ shard }) => String(shard))) {
    const other = own.find(({ path }) => path !== own[0].path)
    if (other)
      faults.push(
        `${own[0].node} and ${other.node} are replicas of one shard, but the table would have different paths in Keeper: ${own[0].path} and ${other.path}. Correct the macros or default_replica_path.`,
      )
  }
  for (const [path, own] of groupBy(expanded, ({ path }) => path)) {
    const other = own.find(({ shard }) => shard !== own[0].shard)
    if (other)
      faults.push(
        `${own[0].node} and ${other.node} belong to different shards, but the table would have the same path in Keeper (${path}), and so the same rows. Correct the macro {shard} or default_replica_path.`,
      )
    for (const [replica, same] of groupBy(own, (each) => each.replica))
      if (same.length > 1)
        faults.push(
          `${same.map(({ node }) => node).join(' and ')} would both be the replica ${replica} of ${path}. Correct the macro {replica} or default_replica_name.`,
        )
  }
  return { places: expanded.map(({ node, path, replica }) => ({ node, path, replica })), faults }
}

const macro = /\{(\w+)\}/g

function missingMacros(text: string, known: Readonly<Record<string, string>>): string[] {
  return [...text.matchAll(macro)].flatMap(([, name = '']) => (Object.hasOwn(known, name) ? [] : [name]))
}

function expand(text: string, known: Readonly<Record<string, string>>): string {
  return text.replaceAll(macro, (whole, name: string) => known[name] ?? whole)
}
