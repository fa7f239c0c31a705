/** A volume as system.storage_policies describes it. `maxDataPartSizeBytes` 0 means no limit. */
export interface Volume {
  name: string
  priority: number
  disks: readonly string[]
  maxDataPartSizeBytes: bigint
  moveFactor: number
  preferNotToMerge: boolean
}

/** Volumes in the order in which the server fills them. */
export interface StoragePolicy {
  name: string
  volumes: readonly Volume[]
}

export function findVolume(policy: StoragePolicy, name: string): Volume | undefined {
  return policy.volumes.find((volume) => volume.name === name)
}

/** The volume of a disk; undefined where the policy does not have the disk. */
export function findVolumeOfDisk(policy: StoragePolicy, disk: string): Volume | undefined {
  return policy.volumes.find((volume) => volume.disks.includes(disk))
}

/** Whether `to` comes after `from` in the policy, so that a move goes from hot to cold. */
export function isColder(policy: StoragePolicy, to: string, from: string): boolean {
  const names = policy.volumes.map((volume) => volume.name)
  return names.indexOf(to) > names.indexOf(from)
}
