/** A local disk as the server shows it, less what it keeps free. */
export interface LocalSpace {
  name: string
  totalBytes: bigint
  freeBytes: bigint
  keepFreeBytes: bigint
}

/** Between its looks at two disks others may write. */
const writtenMeanwhile = 16n << 20n

/**
 * Disks of one node by the file system that they lie on. The server does not tell a disk's device, yet it takes total and
 * free space from the file system: disks on the same one show the same of both. Two file systems of one size that are
 * filled to the same 16 MiB pass for one: then room is told too low, never too high.
 */
export function groupByFileSystem<Disk extends LocalSpace>(disks: readonly Disk[]): [Disk, ...Disk[]][] {
  const groups: [Disk, ...Disk[]][] = []
  for (const disk of disks) {
    const group = groups.find(([first]) => isSame(first, disk, true) || isSame(first, disk, false))
    if (group) group.push(disk)
    else groups.push([disk])
  }
  return groups
}

/** With and without what each keeps free: a broken or read-only disk shows no space at all, and is alone. */
function isSame(a: LocalSpace, b: LocalSpace, withKept: boolean): boolean {
  const of = (disk: LocalSpace, bytes: bigint) => bytes + (withKept ? disk.keepFreeBytes : 0n)
  const apart = of(a, a.freeBytes) - of(b, b.freeBytes)
  return (
    a.totalBytes > 0n &&
    of(a, a.totalBytes) === of(b, b.totalBytes) &&
    (apart < 0n ? -apart : apart) <= writtenMeanwhile
  )
}

/** `fileSystem`: disks with the same one share their room. Left out: the disk has its own. */
export interface WritableDisk {
  name: string
  freeBytes: bigint
  fileSystem?: string | undefined
}

export interface Room {
  freeBytes: bigint
  /** Names of disks that lie on one file system, which was counted once. */
  shared: string[][]
}

/** What may be written to all of these disks together: each file system once. */
export function sumRoom(disks: readonly WritableDisk[]): Room {
  const systems = new Map<string, WritableDisk[]>()
  for (const disk of disks) {
    const key = disk.fileSystem ?? disk.name
    systems.set(key, [...(systems.get(key) ?? []), disk])
  }
  const groups = [...systems.values()]
  return {
    freeBytes: groups.reduce((sum, group) => sum + most(group), 0n),
    shared: groups.filter(({ length }) => length > 1).map((group) => group.map(({ name }) => name)),
  }
}

function most(disks: readonly WritableDisk[]): bigint {
  return disks.reduce((max, { freeBytes }) => (freeBytes > max ? freeBytes : max), 0n)
}

/** To be said beside a sum; empty where every disk has a file system of its own. */
export function tellShared(shared: readonly (readonly string[])[]): string {
  return shared
    .map((names) => `Disks ${names.join(', ')} share one file system, which is counted once.`)
    .join(' ')
}
