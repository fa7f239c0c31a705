import type { StoragePolicy } from './storage-policy.ts'

/** A local disk as the server sees it; null on object storage, which has no size limit. */
export interface DiskRoom {
  name: string
  totalBytes: bigint | null
  unreservedBytes: bigint | null
}

export interface MoveAtOnce {
  volume: string
  disk: string
  toVolume: string
  moveFactor: number
  /** Upper bound for the table. */
  dueBytes: bigint
}

/**
 * What the server starts to move by itself once a table is on `policy`: on every volume but the last, parts of a disk
 * with less unreserved space than move_factor of its size, until it has that much. This is the trap of extending a
 * policy of one volume, where move_factor had no effect.
 * Source: MergeTreePartsMover::selectPartsForMove.
 * @param held bytes of the table by disk.
 */
export function findMovesAtOnce(
  policy: StoragePolicy,
  rooms: readonly DiskRoom[],
  held: ReadonlyMap<string, bigint>,
): MoveAtOnce[] {
  return policy.volumes.flatMap((volume, index) => {
    const next = policy.volumes[index + 1]
    if (!next || volume.moveFactor <= 0) return []
    return volume.disks.flatMap((disk): MoveAtOnce[] => {
      const room = rooms.find(({ name }) => name === disk)
      const bytes = held.get(disk) ?? 0n
      if (!room || room.totalBytes === null || room.unreservedBytes === null || bytes === 0n) return []
      const wantedBytes = BigInt(Math.floor(Number(room.totalBytes) * volume.moveFactor))
      const lackingBytes = wantedBytes - room.unreservedBytes
      if (lackingBytes <= 0n) return []
      return [
        {
          volume: volume.name,
          disk,
          toVolume: next.name,
          moveFactor: volume.moveFactor,
          dueBytes: lackingBytes < bytes ? lackingBytes : bytes,
        },
      ]
    })
  })
}
