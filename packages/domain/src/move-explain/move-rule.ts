import { findVolume, type StoragePolicy, type Volume } from '../policy/storage-policy.ts'

/** `TO VOLUME 'cold'` or `TO DISK 's3'` of a TTL. */
export interface MoveDestination {
  kind: 'volume' | 'disk'
  name: string
}

/** A rule of a table's TTL that moves parts. `expression` is spelled as in system.parts.move_ttl_info.expression. */
export interface MoveRule {
  expression: string
  destination: MoveDestination
}

/** The volume that a destination resolves to on one replica, with the disks that count as arrived. */
export interface ResolvedDestination {
  volume: Volume
  disks: readonly string[]
}

/**
 * Undefined where the policy of this replica has no such volume or disk: the server then leaves the part where it is.
 */
export function resolveDestination(
  destination: MoveDestination,
  policy: StoragePolicy,
): ResolvedDestination | undefined {
  if (destination.kind === 'volume') {
    const volume = findVolume(policy, destination.name)
    return volume && { volume, disks: volume.disks }
  }
  const volume = policy.volumes.find(({ disks }) => disks.includes(destination.name))
  return volume && { volume, disks: [destination.name] }
}
