import type { Part } from '../placement/part.ts'
import { findVolumeOfDisk, type StoragePolicy } from '../policy/storage-policy.ts'

/** What a proof keeps of a part. Bytes and rows as the server says them. */
export interface PartWitness
  extends Pick<Part, 'name' | 'rows' | 'bytesOnDisk' | 'disk' | 'hash' | 'minBlock' | 'maxBlock'> {
  /** Its objects are those of another replica (zero-copy replication): nothing of it is copied. */
  shared?: true
}

/**
 * `identical`: the same parts with the same rows, bytes and hashes, all on the target.
 * `merged`: the server merged parts meanwhile; every insert of the first look is in a part on the target, rows are equal.
 * `changed`: the data itself changed meanwhile (a mutation, a dropped part, a merge with newer inserts): all there is
 *   left of it is on the target, but it cannot be compared with the first look.
 * `incomplete`: parts of the first look are not on the target yet.
 */
export type ProofVerdict = 'identical' | 'merged' | 'changed' | 'incomplete'

export function takeWitness(part: Part): PartWitness {
  const { name, rows, bytesOnDisk, disk, hash, minBlock, maxBlock } = part
  return { name, rows, bytesOnDisk, disk, hash, minBlock, maxBlock }
}

/**
 * The parts among `now` that carry anything of the first look: their blocks overlap those of a part seen then.
 * What was inserted later overlaps nothing and stays where it was put.
 */
export function partsInScope<P extends Pick<Part, 'minBlock' | 'maxBlock'>>(
  before: readonly PartWitness[],
  now: readonly P[],
): P[] {
  return now.filter((part) => before.some((seen) => overlaps(seen, part)))
}

export function judgeProof(
  before: readonly PartWitness[],
  now: readonly Part[],
  policy: StoragePolicy,
  targetVolume: string,
): { verdict: ProofVerdict; after: PartWitness[] } {
  const scope = partsInScope(before, now)
  const after = scope.map(takeWitness)
  if (scope.some((part) => findVolumeOfDisk(policy, part.disk)?.name !== targetVolume))
    return { verdict: 'incomplete', after }
  const byName = new Map(after.map((part) => [part.name, part]))
  if (before.length === after.length && before.every((seen) => sameData(seen, byName.get(seen.name))))
    return { verdict: 'identical', after }
  const everyInsertCovered = before.every((seen) => scope.some((part) => covers(part, seen)))
  const nothingNewer = scope.every((part) => before.some((seen) => seen.maxBlock >= part.maxBlock))
  const sameRows = sumRows(before) === sumRows(after)
  const sameUnmerged = before.every((seen) => !byName.has(seen.name) || sameData(seen, byName.get(seen.name)))
  return {
    verdict: everyInsertCovered && nothingNewer && sameRows && sameUnmerged ? 'merged' : 'changed',
    after,
  }
}

function sameData(a: PartWitness, b: PartWitness | undefined): boolean {
  return b !== undefined && a.rows === b.rows && a.bytesOnDisk === b.bytesOnDisk && a.hash === b.hash
}

function overlaps(a: Pick<Part, 'minBlock' | 'maxBlock'>, b: Pick<Part, 'minBlock' | 'maxBlock'>): boolean {
  return a.minBlock <= b.maxBlock && b.minBlock <= a.maxBlock
}

export function covers(
  outer: Pick<Part, 'minBlock' | 'maxBlock'>,
  inner: Pick<Part, 'minBlock' | 'maxBlock'>,
): boolean {
  return outer.minBlock <= inner.minBlock && inner.maxBlock <= outer.maxBlock
}

function sumRows(parts: readonly { rows: bigint }[]): bigint {
  return parts.reduce((sum, part) => sum + part.rows, 0n)
}
