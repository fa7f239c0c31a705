/** Where bytes live. `unknown`: the server names a disk that it does not list, so nobody can say. */
export const tiers = ['hot', 'cold', 'unknown'] as const
export type Tier = (typeof tiers)[number]

/** A disk of one node as far as placement goes. */
export interface PlacedDisk {
  name: string
  /** Object storage, or a cache over it, whatever its type is called in this version. */
  onObjectStorage: boolean
}

/** Local disks are hot. Object storage is cold, through a cache too: a cache holds copies, never the data. */
export function tierOfDisk(diskName: string, disks: readonly PlacedDisk[]): Tier {
  const disk = disks.find((candidate) => candidate.name === diskName)
  if (!disk) return 'unknown'
  return disk.onObjectStorage ? 'cold' : 'hot'
}
