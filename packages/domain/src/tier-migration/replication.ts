import type { Part } from '../placement/part.ts'
import { compareText } from '../text/compare-text.ts'
import type { PartWitness } from './proof.ts'

/** What a replica says of parts that are still to come to it. */
export interface ReplicationSight {
  isReadonly: boolean
  /** It has not read all of the log: parts may be to come that its queue does not name. */
  isLogBehind: boolean
  /** An ATTACH or REPLACE PARTITION of another replica is in its queue, which does not name the parts that it brings. */
  isAttaching: boolean
  /** Parts that entries of its queue will fetch or attach. */
  queuedParts: readonly string[]
  /** Entries of its queue that merge or mutate parts. */
  merges: readonly QueuedMerge[]
}

interface QueuedMerge {
  /** The part that comes of it. */
  name: string
  sources: readonly string[]
  /** It is fetched from another replica where its sources have so many bytes; null: it is merged here. */
  fetchedFromBytes: bigint | null
  isFetching: boolean
}

/** A part that another replica has and that is still to come. `isMerge`: made of parts that are here already. */
export interface UnfetchedPart {
  name: string
  isMerge: boolean
}

type Blocks = Pick<Part, 'minBlock' | 'maxBlock'>

/**
 * The partition and blocks that the name of a part tells: `<partition>_<min>_<max>_<level>[_<mutation>]`. Blocks are numbered
 * alike on all replicas of a shard. Null for a name of another form.
 */
export function blocksOfName(
  name: string,
): ({ partitionId: string; level: number; mutation: bigint } & Blocks) | null {
  const [, partitionId, min, max, level, mutation = '0'] =
    /^([^_]+)_(-?\d+)_(\d+)_(\d+)(?:_(\d+))?$/.exec(name) ?? []
  if (partitionId === undefined || min === undefined || max === undefined) return null
  return {
    partitionId,
    minBlock: BigInt(min),
    maxBlock: BigInt(max),
    level: Number(level),
    mutation: BigInt(mutation),
  }
}

/**
 * Parts of the partition that the replica is to fetch, up to the highest block that its shard had when the plan was made. They
 * land where the policy puts new parts. So does a merged part that is fetched, although its rows are here: its sources may
 * lie on the target by then. A merge that the replica does by itself stays on the volume of its sources, and brings nothing.
 */
export function findUnfetched(
  { queuedParts, merges }: ReplicationSight,
  partitionId: string,
  parts: readonly Pick<Part, 'name' | 'minBlock' | 'maxBlock' | 'bytesOnDisk'>[],
  shardMaxBlock: bigint,
): UnfetchedPart[] {
  const isToCome = (name: string) => {
    const blocks = blocksOfName(name)
    if (blocks?.partitionId !== partitionId || blocks.minBlock > shardMaxBlock) return false
    return !parts.some((part) => holds(part.name, name))
  }
  const bytes = new Map(parts.map((part) => [part.name, part.bytesOnDisk]))
  const isFetched = ({ sources, fetchedFromBytes }: QueuedMerge) => {
    if (fetchedFromBytes !== null)
      return sources.reduce((sum, name) => sum + (bytes.get(name) ?? 0n), 0n) >= fetchedFromBytes
    // It cannot merge what it does not have, and nothing else brings it.
    return sources.some((name) => isToCome(name) && !queuedParts.includes(name))
  }
  return [
    ...queuedParts.map((name) => ({ name, isMerge: false })),
    ...merges.filter(isFetched).map(({ name }) => ({ name, isMerge: true })),
  ]
    .filter(({ name }) => isToCome(name))
    .sort((a, b) => compareText(a.name, b.name))
}

/** Whether the one part has all that the other brings. */
function holds(part: string, other: string): boolean {
  const [a, b] = [blocksOfName(part), blocksOfName(other)]
  if (!a || !b) return part === other
  if (a.minBlock > b.minBlock || a.maxBlock < b.maxBlock) return false
  const isWider = a.minBlock < b.minBlock || a.maxBlock > b.maxBlock
  return isWider || (a.level >= b.level && a.mutation >= b.mutation)
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
    const { queuedParts = [], merges = [] } = replication ?? {}
    for (const name of [...queuedParts, ...merges.map((merge) => merge.name)]) {
      const blocks = blocksOfName(name)
      if (blocks) raise(blocks.partitionId, blocks.maxBlock)
    }
  }
  return highest
}

function overlap(a: Blocks, b: Blocks): boolean {
  return a.minBlock <= b.maxBlock && b.minBlock <= a.maxBlock
}
