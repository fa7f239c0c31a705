import type { DiskRow, StoragePolicyRow } from '../queries/storage.ts'

/**
 * The volume of a policy that a part's disk_name belongs to, or null. For a cache over an object store, parts carry
 * the cache's name (26.7) or the store's (older servers), while the policy names one of them: two disks with the
 * same path are the same storage, so a name that the policy lacks is looked up by path.
 */
export function volumeOfDisk(
  policyName: string,
  diskName: string,
  policies: readonly StoragePolicyRow[],
  disks: readonly DiskRow[],
): string | null {
  const volumes = policies.filter((row) => row.policy_name === policyName)
  const named = volumes.find((row) => row.disks.includes(diskName))
  if (named) return named.volume_name
  const aliases = sameStorage(diskName, disks)
  return volumes.find((row) => row.disks.some((disk) => aliases.has(disk)))?.volume_name ?? null
}

/** Names of all disks on the same storage as this one, including itself: a store and the caches over it. */
export function sameStorage(diskName: string, disks: readonly DiskRow[]): ReadonlySet<string> {
  const disk = disks.find((row) => row.name === diskName)
  if (!disk) return new Set([diskName])
  return new Set(disks.filter((row) => row.path === disk.path).map((row) => row.name))
}

/** The cache through which parts under the name of a disk are read. Undefined without one. */
export function cacheOfDisk(disk: DiskRow, disks: readonly DiskRow[]): DiskRow | undefined {
  return disk.cache_path === '' ? disks.find(({ name }) => name === disk.cached_by) : disk
}

/** The name that the configuration has for the disk of a part or policy. */
export function configuredDisk(diskName: string, disks: readonly DiskRow[]): string {
  return disks.find(({ name }) => name === diskName)?.cached_by || diskName
}

export type DiskTier = 'local' | 'object-storage'

/** A disk without local bytes of its own is object storage, whatever the type is called in this version. */
export function tierOfDisk(disk: Pick<DiskRow, 'is_remote' | 'type'>): DiskTier {
  return disk.is_remote || disk.type.toLowerCase() === 'objectstorage' ? 'object-storage' : 'local'
}
