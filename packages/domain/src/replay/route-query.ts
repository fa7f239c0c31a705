import type { ReplayTarget } from './replay-spec.ts'

interface Place {
  shard: number
  replica: number
}

/**
 * The node of a target that gets a query: the one that logged it; in another cluster the one with the same shard and
 * replica, or in the same shard, or any of them by position, to spread queries without a counterpart. Null: the target
 * has no such node.
 */
export function routeQuery<Node extends Place & { name: string }>(
  { route }: Pick<ReplayTarget, 'route'>,
  nodes: readonly Node[],
  logged: Place & { node: string },
  place: number,
): Node | null {
  if (route.kind === 'node') return nodes.find(({ name }) => name === route.node) ?? null
  const same = nodes.find(({ name, shard }) => name === logged.node && shard === logged.shard)
  if (same) return same
  const ofShard = nodes.filter(({ shard }) => shard === logged.shard)
  const twin = ofShard.find(({ replica }) => replica === logged.replica)
  if (twin) return twin
  const any = ofShard.length > 0 ? ofShard : nodes
  return any[place % any.length] ?? null
}
