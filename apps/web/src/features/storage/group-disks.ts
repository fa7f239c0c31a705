import type { NodeFigures } from '@/features/nodes/hooks/use-nodes.ts'

export type Disk = NodeFigures['disks'][number]

export interface DiskGroup {
  disk: Disk
  /** The disks that this one is a cache over. */
  under: Disk[]
}

/** Hot disks first; a disk with a cache is listed only under that cache. */
export function groupDisks(disks: readonly Disk[]): DiskGroup[] {
  const covered = new Set(disks.flatMap((disk) => disk.cacheOver))
  return disks
    .filter((disk) => !covered.has(disk.name))
    .map((disk) => ({ disk, under: disks.filter((other) => disk.cacheOver.includes(other.name)) }))
    .sort((a, b) => rank(a.disk) - rank(b.disk))
}

function rank(disk: Disk): number {
  return disk.tier === 'hot' ? 0 : 1
}
