/** A local disk as the server shows it, less the space it keeps free. */
export interface LocalSpace {
  name: string
  totalBytes: bigint
  freeBytes: bigint
  keepFreeBytes: bigint
}

/** Others may write between reading two disks. */
const writtenMeanwhile = 16n << 20n

/**
 * Groups a node's disks by file system. The server does not show a disk's device, but takes total and free space from
 * the file system, so disks on the same one show the same values. Two equally large file systems that are filled to
 * within 16 MiB are taken for one: the space is then understated, never overstated.
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

/** Compares with and without the space each keeps free: a broken or read-only disk shows no space and is alone. */
function isSame(a: LocalSpace, b: LocalSpace, withKept: boolean): boolean {
  const of = (disk: LocalSpace, bytes: bigint) => bytes + (withKept ? disk.keepFreeBytes : 0n)
  const apart = of(a, a.freeBytes) - of(b, b.freeBytes)
  return (
    a.totalBytes > 0n &&
    of(a, a.totalBytes) === of(b, b.totalBytes) &&
    (apart < 0n ? -apart : apart) <= writtenMeanwhile
  )
}

/** `fileSystem`: disks with the same value share their space. Omitted: the disk has its own. */
export interface WritableDisk {
  name: string
  freeBytes: bigint
  fileSystem?: string | undefined
}

export interface Room {
  freeBytes: bigint
  /** Names of disks on one file system, which was counted once. */
  shared: string[][]
}

/** Space that may be written on all of these disks together, each file system counted once. */
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

/** Note to show beside a sum; empty where every disk has a file system of its own. */
export function describeSharedDisks(shared: readonly (readonly string[])[]): string {
  return shared
    .map((names) => `Disks ${names.join(', ')} share one file system, which is counted once.`)
    .join(' ')
}
