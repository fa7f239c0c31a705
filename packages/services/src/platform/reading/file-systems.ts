import { type DiskRow, tierOfDisk } from '@frostline/clickhouse'
import { groupByFileSystem, type Room, sumRoom, type WritableDisk } from '@frostline/domain'

/**
 * The local disks of one node with the space that can still be written: free, less reservations of merges and moves on
 * its file system, by any disk.
 */
export function localRooms(rows: readonly DiskRow[]): Required<WritableDisk>[] {
  const local = rows
    .filter((row) => tierOfDisk(row) === 'local')
    .map((row) => ({
      name: row.name,
      totalBytes: row.total_space,
      freeBytes: row.free_space,
      keepFreeBytes: row.keep_free_space,
      reservedBytes: row.free_space > row.unreserved_space ? row.free_space - row.unreserved_space : 0n,
    }))
  return groupByFileSystem(local).flatMap((group) => {
    const reserved = group.reduce((sum, { reservedBytes }) => sum + reservedBytes, 0n)
    return group.map(({ name, freeBytes }) => ({
      name,
      freeBytes: freeBytes > reserved ? freeBytes - reserved : 0n,
      fileSystem: group[0].name,
    }))
  })
}

/** The other disks on the same file system. */
export function sharesWith(name: string, rows: readonly DiskRow[]): string[] {
  const rooms = localRooms(rows)
  const own = rooms.find((room) => room.name === name)
  return rooms
    .filter((room) => room.fileSystem === own?.fileSystem && room.name !== name)
    .map((room) => room.name)
}

/** Total of these disks. Null: one of them has no limit known to the server. */
export function roomOf(names: readonly string[], rows: readonly DiskRow[]): Room | null {
  const rooms = localRooms(rows)
  const known = rows.filter((row) => names.includes(row.name))
  if (known.some((row) => rooms.every(({ name }) => name !== row.name))) return null
  return sumRoom(rooms.filter(({ name }) => names.includes(name)))
}
