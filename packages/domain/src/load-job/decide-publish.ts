/** A part of a staging table. They are not merged there. */
export interface StagedPart {
  name: string
  rows: bigint
  /** hash_of_all_files: survives the move into another table. */
  hash: string
}

/** A part of the target's partition, active or not: a merge leaves its sources readable for some minutes. */
export interface TargetPart {
  hash: string
  active: boolean
  rows: bigint
  minBlock: bigint
  maxBlock: bigint
}

export type PublishAction =
  | { kind: 'done' }
  /** All of the partition at once. */
  | { kind: 'move' }
  /** These have arrived already: a node was killed between adding them to the target and taking them from here. */
  | { kind: 'drop-arrived'; parts: string[] }
  /** Parts are staged that were not there before the first statement: hashes tell nothing then. */
  | { kind: 'foreign'; parts: string[] }
  /** The target merged young parts whose sources are gone: what arrived cannot be told any more. */
  | { kind: 'merged-away' }

/**
 * What is left to do for one partition of one staging table. Nothing staged: it has arrived. Else the statement was not
 * begun, or its node was killed inside of it, which in one of forty kills (26.7) leaves parts in both tables. Which
 * ones is told by their hashes among those parts of the target that are younger than the statement.
 *
 * @param planned the staged parts before anything was sent; null when nothing was.
 * @param floor the target partition's highest block number at that time.
 */
export function decidePublish(
  planned: readonly StagedPart[] | null,
  staged: readonly StagedPart[],
  target: readonly TargetPart[],
  floor: bigint,
): PublishAction {
  if (staged.length === 0) return { kind: 'done' }
  if (planned === null) return { kind: 'move' }
  const known = new Set(planned.map(({ hash }) => hash))
  const foreign = staged.filter(({ hash }) => !known.has(hash))
  if (foreign.length > 0) return { kind: 'foreign', parts: foreign.map(({ name }) => name) }
  // Of each hash, as many are in the target as are not staged any more; what is there beyond that is staged as well.
  const excess = countHashes(target.filter((part) => part.minBlock > floor && isThere(part, target)))
  for (const [hash, count] of countHashes(planned)) add(excess, hash, -count)
  for (const [hash, count] of countHashes(staged)) add(excess, hash, count)
  const parts: string[] = []
  for (const { name, hash } of staged) {
    if ((excess.get(hash) ?? 0) <= 0) continue
    add(excess, hash, -1)
    parts.push(name)
  }
  // In a replicated table, parts that others have written may come merged and never be seen as they were.
  if (parts.length < staged.length && hidesYoungParts(target, floor)) return { kind: 'merged-away' }
  return parts.length > 0 ? { kind: 'drop-arrived', parts } : { kind: 'move' }
}

/**
 * Whether a merged part holds rows of parts above the floor that cannot be seen any more. A merge writes no more rows
 * than its sources have, so those that are still readable have to account for all of its own.
 */
function hidesYoungParts(target: readonly TargetPart[], floor: bigint): boolean {
  const old = target.filter(({ maxBlock }) => maxBlock <= floor)
  const sources = [
    ...old.filter((part) => !old.some((other) => holds(other, part))),
    ...target.filter(({ minBlock, maxBlock }) => minBlock > floor && minBlock === maxBlock),
  ]
  return target.some((merged) => {
    if (!merged.active || merged.maxBlock <= floor || merged.minBlock === merged.maxBlock) return false
    const visible = sources.filter((part) => holds(merged, part)).reduce((sum, { rows }) => sum + rows, 0n)
    return visible < merged.rows
  })
}

/** Also as a source of a merged part. One that is neither was taken back by a statement that failed, and goes at once. */
function isThere(part: TargetPart, target: readonly TargetPart[]): boolean {
  return part.active || target.some((outer) => outer.active && holds(outer, part))
}

function holds(outer: TargetPart, inner: TargetPart): boolean {
  return outer !== inner && outer.minBlock <= inner.minBlock && inner.maxBlock <= outer.maxBlock
}

function countHashes(parts: readonly { hash: string }[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { hash } of parts) add(counts, hash, 1)
  return counts
}

function add(counts: Map<string, number>, hash: string, count: number): void {
  counts.set(hash, (counts.get(hash) ?? 0) + count)
}
