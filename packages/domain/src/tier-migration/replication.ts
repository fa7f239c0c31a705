import type { Part } from '../placement/part.ts'
import type { PartWitness } from './proof.ts'

/** What a replica says of parts that are still to come to it. */
export interface ReplicationSight {
  isReadonly: boolean
  /** It has not read all of the log: parts may be to come that its queue does not name. */
  isLogBehind: boolean
  /** Parts that entries of its queue will bring. */
  queuedParts: readonly string[]
}

type Blocks = Pick<Part, 'minBlock' | 'maxBlock'>

/**
 * The partition and blocks that the name of a part tells: `<partition>_<min>_<max>_<level>[_<mutation>]`. Blocks are numbered
 * alike on all replicas of a shard. Null for a name of another form.
 */
export function blocksOfName(name: string): ({ partitionId: string } & Blocks) | null {
  const [, partitionId, min, max] = /^([^_]+)_(-?\d+)_(\d+)_\d+(?:_\d+)?$/.exec(name) ?? []
  if (partitionId === undefined || min === undefined || max === undefined) return null
  return { partitionId, minBlock: BigInt(min), maxBlock: BigInt(max) }
}

/**
 * Parts of the partition that the replica knows of and has nothing of, up to the highest block that its shard had when the
 * plan was made. A merge of parts that are there brings nothing new.
 */
export function findUnfetched(
  { queuedParts }: ReplicationSight,
  partitionId: string,
  parts: readonly Blocks[],
  shardMaxBlock: bigint,
): string[] {
  return queuedParts
    .filter((name) => {
      const blocks = blocksOfName(name)
      if (blocks?.partitionId !== partitionId || blocks.minBlock > shardMaxBlock) return false
      return !parts.some((part) => overlap(part, blocks))
    })
    .sort()
}

/** Parts that its shard had when the plan was made and that came to the replica after the first look: they move too. */
export function findLateParts<P extends Blocks>(
  before: readonly PartWitness[],
  now: readonly P[],
  shardMaxBlock: bigint,
): P[] {
  return now.filter((part) => part.maxBlock <= shardMaxBlock && !before.some((seen) => overlap(seen, part)))
}

/** The highest block of each partition over the replicas of a shard, with what is still to be fetched. */
export function highestBlocks(
  replicas: readonly { parts: readonly Part[]; replication: ReplicationSight | null }[],
): Map<string, bigint> {
  const highest = new Map<string, bigint>()
  const raise = (partitionId: string, block: bigint) => {
    if (block > (highest.get(partitionId) ?? -1n)) highest.set(partitionId, block)
  }
  for (const { parts, replication } of replicas) {
    for (const { partitionId, maxBlock } of parts) raise(partitionId, maxBlock)
    for (const name of replication?.queuedParts ?? []) {
      const blocks = blocksOfName(name)
      if (blocks) raise(blocks.partitionId, blocks.maxBlock)
    }
  }
  return highest
}

function overlap(a: Blocks, b: Blocks): boolean {
  return a.minBlock <= b.maxBlock && b.minBlock <= a.maxBlock
}
