import type { ClusterNode } from './cluster.ts'

export interface Shard<Node> {
  shard: number
  nodes: Node[]
}

/** Replicas under their shard, both in ascending order. */
export function groupByShard<Node extends Pick<ClusterNode, 'shard' | 'replica'>>(
  nodes: readonly Node[],
): Shard<Node>[] {
  const shards = new Map<number, Node[]>()
  for (const node of nodes) shards.set(node.shard, [...(shards.get(node.shard) ?? []), node])
  return [...shards]
    .sort(([a], [b]) => a - b)
    .map(([shard, members]) => ({ shard, nodes: members.sort((a, b) => a.replica - b.replica) }))
}

/** "3 shards × 2 replicas"; shards of different size are counted instead: "3 shards, 5 nodes". */
export function describeTopology(nodes: readonly Pick<ClusterNode, 'shard' | 'replica'>[]): string {
  const shards = groupByShard(nodes)
  const sizes = new Set(shards.map((shard) => shard.nodes.length))
  const count = (number: number, one: string) => `${number} ${one}${number === 1 ? '' : 's'}`
  const [size] = sizes
  if (sizes.size === 1 && size !== undefined)
    return `${count(shards.length, 'shard')} × ${count(size, 'replica')}`
  return `${count(shards.length, 'shard')}, ${count(nodes.length, 'node')}`
}
