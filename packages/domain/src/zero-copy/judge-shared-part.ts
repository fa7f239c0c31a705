import { groupBy } from '../group-by.ts'

/** A replica of the table, as its node reports it. */
export interface SharingReplica {
  node: string
  replica: string
  /** Its path in Keeper: replicas with the same path have the same parts. */
  set: string
}

/** A part on an object storage disk, on one replica. */
export interface SharedCopy {
  node: string
  disk: string
  /**
   * `kept`: in system.parts. `detached`, `moving` (into place): by its folder. `left`: its metadata is there, but the
   * server has it elsewhere or not at all.
   */
  state: 'kept' | 'detached' | 'moving' | 'left'
  bytes: bigint
  /** The object of its checksums.txt, as locks name it. Null: not read. */
  blob: string | null
}

export interface SharedPartFacts {
  part: string
  /** `path` in Keeper, without the replica. Null: Keeper was not reachable. */
  locks: readonly { blob: string; path: string; owners: readonly string[] }[] | null
  copies: readonly SharedCopy[]
}

/**
 * `holds`: the replica has the part with these objects. `left`: only metadata left behind by a move. `none`: it has no
 * such part. `dropped`: Keeper has no such replica, and no node has its part. `unregistered`: Keeper has no such
 * replica, but a node still has its part. `unknown`: could not be read.
 */
type OwnerStanding = 'holds' | 'left' | 'none' | 'dropped' | 'unregistered' | 'unknown'

interface SharedBlob {
  blob: string
  /** Where Keeper has its locks. Null: nowhere. */
  lockPath: string | null
  /** Null: unknown, since no replica that was read has it, or ambiguous. */
  set: string | null
  owners: { replica: string; node: string | null; standing: OwnerStanding }[]
  /** Nodes that have the part with these objects without a lock of their own. */
  unlocked: string[]
  /** Size of one copy. */
  bytes: bigint
  /** Replicas that have the part with these objects. */
  holders: number
}

/**
 * `shared`: two or more replicas refer to the same objects. `single`: one has it. `apart`: replicas have separate
 * objects. `unheld`: locks without any part. `unknown`: some nodes did not answer.
 */
export type SharedPartState = 'shared' | 'single' | 'apart' | 'unheld' | 'unknown'

export interface SharedPart {
  part: string
  state: SharedPartState
  blobs: SharedBlob[]
  /** Metadata left behind by a move. */
  left: { node: string; disk: string; blob: string | null; bytes: bigint }[]
  /** Stored in the bucket, each object once. */
  storedBytes: bigint
  /** What replicas would store in addition without sharing. */
  savedBytes: bigint
}

export interface SharingContext {
  replicas: readonly SharingReplica[]
  /** Replica names by set, from Keeper. A missing set could not be read. */
  keeper: ReadonlyMap<string, readonly string[]>
  /** Every node of the cluster answered. */
  complete: boolean
}

/** Who shares one part, from its locks in Keeper and the replicas' parts. */
export function judgeSharedPart(facts: SharedPartFacts, context: SharingContext): SharedPart {
  const own = new Map(context.replicas.map((replica) => [replica.node, replica]))
  const byBlob = groupBy(
    facts.copies.filter(({ blob }) => blob !== null),
    ({ blob }) => blob ?? '',
  )
  const names = new Set([...(facts.locks ?? []).map(({ blob }) => blob), ...byBlob.keys()])
  const blobs = [...names].sort().map((blob) => {
    const copies = byBlob.get(blob) ?? []
    const lock = facts.locks?.find((each) => each.blob === blob) ?? { blob, path: null, owners: [] }
    const judged = judgeBlob(lock, copies, own, context)
    // A lock that could not be read is not missing.
    return facts.locks === null ? { ...judged, unlocked: [] } : judged
  })
  const held = blobs.filter(({ holders }) => holders > 0)
  return {
    part: facts.part,
    state: stateOf(blobs),
    blobs,
    left: facts.copies
      .filter(({ state }) => state === 'left')
      .map(({ node, disk, blob, bytes }) => ({ node, disk, blob, bytes })),
    storedBytes: blobs.reduce((sum, { bytes }) => sum + bytes, 0n),
    savedBytes: held.reduce((sum, { bytes, holders }) => sum + bytes * BigInt(holders - 1), 0n),
  }
}

function stateOf(blobs: readonly SharedBlob[]): SharedPartState {
  const held = blobs.filter(({ holders }) => holders > 0)
  if (held.some(({ holders }) => holders > 1)) return 'shared'
  if (hasTwins(held)) return 'apart'
  if (blobs.some(({ owners }) => owners.some(({ standing }) => standing === 'unknown'))) return 'unknown'
  return held.length > 0 ? 'single' : 'unheld'
}

/** Number of parts in each state. Shards may have parts of the same name: each shard's counts separately. */
export function countSharedParts(parts: readonly SharedPart[]): Record<SharedPartState, number> {
  const counts: Record<SharedPartState, number> = { shared: 0, single: 0, apart: 0, unheld: 0, unknown: 0 }
  for (const { blobs, state } of parts) {
    const shards = groupBy(blobs, ({ set }) => set ?? '')
    if (shards.size === 0) counts[state]++
    for (const own of shards.values()) counts[stateOf(own)]++
  }
  return counts
}

function judgeBlob(
  { blob, path: lockPath, owners }: { blob: string; path: string | null; owners: readonly string[] },
  copies: readonly SharedCopy[],
  own: ReadonlyMap<string, SharingReplica>,
  context: SharingContext,
): SharedBlob {
  const sets = new Set([...context.keeper.keys(), ...context.replicas.map(({ set }) => set)])
  // Only a replica that has the part shows its set: an unregistered shard may have parts of the same name.
  const [only = null, ...more] = new Set(copies.flatMap(({ node }) => own.get(node)?.set ?? []))
  const set = more.length === 0 ? only : null
  const candidates = set === null ? [...sets] : [set]
  const copyOf = (replica: string) =>
    copies.find(({ node }) => {
      const at = own.get(node)
      return at?.replica === replica && candidates.includes(at.set)
    })
  const standing = (replica: string): { node: string | null; standing: OwnerStanding } => {
    const copy = copyOf(replica)
    const known = candidates.map((set) => context.keeper.get(set))
    const inKeeper = known.some((names) => names?.includes(replica))
    if (copy) {
      const gone = !inKeeper && known.every((names) => names !== undefined)
      return {
        node: copy.node,
        standing: copy.state === 'left' ? 'left' : gone ? 'unregistered' : 'holds',
      }
    }
    const strange = copies.find(({ node }) => !own.has(node))
    if (!inKeeper && strange) return { node: strange.node, standing: 'unregistered' }
    if (!inKeeper)
      // A replica that Keeper has lost and whose node is down may come back: SYSTEM RESTORE REPLICA needs its parts.
      return {
        node: null,
        standing:
          context.complete && known.length > 0 && known.every((names) => names !== undefined)
            ? 'dropped'
            : 'unknown',
      }
    const at = context.replicas.filter((each) => each.replica === replica && candidates.includes(each.set))
    const [first] = at
    return at.length === 1 && first && (set !== null || sets.size === 1)
      ? { node: first.node, standing: 'none' }
      : { node: null, standing: 'unknown' }
  }
  const holding = copies.filter(({ state }) => state !== 'left')
  return {
    blob,
    lockPath,
    set,
    owners: owners.map((replica) => ({ replica, ...standing(replica) })),
    unlocked: holding.flatMap(({ node, state }) =>
      state === 'kept' && own.has(node) && !owners.includes(own.get(node)?.replica ?? '') ? [node] : [],
    ),
    bytes: copies.reduce((most, { bytes }) => (bytes > most ? bytes : most), 0n),
    holders: new Set(holding.map(({ node }) => node)).size,
  }
}

/** Two replicas of one set with separate objects of the part. */
function hasTwins(held: readonly SharedBlob[]): boolean {
  const sets = held.flatMap(({ set }) => set ?? [])
  return new Set(sets).size < sets.length
}
