import type { Part } from '../placement/part.ts'
import { findVolumeOfDisk, type StoragePolicy } from '../policy/storage-policy.ts'
import { covers, type PartWitness } from './proof.ts'

/**
 * How much of what was off the target at the first look is on it now, in parts and bytes of the first look, so that
 * progress never exceeds the plan when the server merges meanwhile. Parts whose objects another replica has put there bring no
 * bytes.
 */
export function measureStepProgress(
  before: readonly PartWitness[],
  now: readonly Part[],
  policy: StoragePolicy,
  targetVolume: string,
): { movedParts: number; movedBytes: bigint } {
  const onTarget = (disk: string) => findVolumeOfDisk(policy, disk)?.name === targetVolume
  const arrived = now.filter((part) => onTarget(part.disk))
  const moved = before.filter((seen) => !onTarget(seen.disk) && arrived.some((part) => covers(part, seen)))
  return {
    movedParts: moved.length,
    movedBytes: moved.reduce((sum, part) => (part.shared ? sum : sum + part.bytesOnDisk), 0n),
  }
}
