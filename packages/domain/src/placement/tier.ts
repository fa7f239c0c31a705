/** Where bytes are. `unknown`: on a disk that the server names but does not list. */
export const tiers = ['hot', 'cold', 'unknown'] as const
export type Tier = (typeof tiers)[number]

/** A disk of one node as placement needs it. */
export interface PlacedDisk {
  name: string
  /** Object storage, or a cache over it, whatever its type is called in this version. */
  onObjectStorage: boolean
}

/** Local disks are hot. Object storage is cold, also through a cache: a cache holds copies, never the data. */
export function tierOfDisk(diskName: string, disks: readonly PlacedDisk[]): Tier {
  const disk = disks.find((candidate) => candidate.name === diskName)
  if (!disk) return 'unknown'
  return disk.onObjectStorage ? 'cold' : 'hot'
}

/** Active parts, their rows, and their bytes on disk. */
export interface Sizes {
  parts: bigint
  rows: bigint
  bytes: bigint
}

export type TierSizes = Record<Tier, Sizes>

export interface DiskSizes extends Sizes {
  disk: string
}

export function noSizes(): Sizes {
  return { parts: 0n, rows: 0n, bytes: 0n }
}

export function noTierSizes(): TierSizes {
  return { hot: noSizes(), cold: noSizes(), unknown: noSizes() }
}

export function addSizes(a: Sizes, b: Sizes): Sizes {
  return { parts: a.parts + b.parts, rows: a.rows + b.rows, bytes: a.bytes + b.bytes }
}

export function addTierSizes(a: TierSizes, b: TierSizes): TierSizes {
  return {
    hot: addSizes(a.hot, b.hot),
    cold: addSizes(a.cold, b.cold),
    unknown: addSizes(a.unknown, b.unknown),
  }
}

/** Sum of all tiers. */
export function totalOfTiers(sizes: TierSizes): Sizes {
  return addSizes(addSizes(sizes.hot, sizes.cold), sizes.unknown)
}

/** One node's sizes by disk, regrouped by tier. The disks are those of the same node. */
export function splitByTier(sizes: readonly DiskSizes[], disks: readonly PlacedDisk[]): TierSizes {
  const split = noTierSizes()
  for (const size of sizes) {
    const tier = tierOfDisk(size.disk, disks)
    split[tier] = addSizes(split[tier], size)
  }
  return split
}
