import type { DiskRow, ObservedPartRow, StoragePolicyRow, TableActivityRow } from '@frostline/clickhouse'
import type { DiskSpace, Part, ReplicationSight, StoragePolicy } from '@frostline/domain'
import { localRooms } from '../../platform/reading/file-systems.ts'

export function toPart(row: ObservedPartRow): Part {
  return {
    name: row.name,
    partitionId: row.partition_id,
    partition: row.partition,
    rows: row.rows,
    bytesOnDisk: row.bytes_on_disk,
    disk: row.disk_name,
    hash: row.hash_of_all_files,
    minBlock: row.min_block_number,
    maxBlock: row.max_block_number,
    newestMs: newestMs(row),
  }
}

/** max_time is exact where the key has a DateTime; a Date means any moment of that day, so its end counts. */
function newestMs(row: ObservedPartRow): number | null {
  if (row.max_time) return row.max_time.getTime()
  return row.max_date === null ? null : Date.parse(`${row.max_date}T23:59:59.999Z`)
}

/** Undefined where the node has no policy of that name: its configuration differs. */
export function toPolicy(rows: readonly StoragePolicyRow[], name: string): StoragePolicy | undefined {
  const volumes = rows.filter((row) => row.policy_name === name)
  if (volumes.length === 0) return undefined
  return {
    name,
    volumes: volumes.map((row) => ({
      name: row.volume_name,
      priority: row.volume_priority,
      disks: row.disks,
      maxDataPartSizeBytes: row.max_data_part_size,
      moveFactor: row.move_factor ?? 0,
      preferNotToMerge: row.prefer_not_to_merge,
    })),
  }
}

/** Null: the table is not replicated. */
export function toReplication(row: TableActivityRow): ReplicationSight | null {
  if (!row.is_replicated) return null
  return {
    isReadonly: row.is_readonly,
    isLogBehind: row.is_log_behind,
    isAttaching: row.is_attaching,
    queuedParts: row.queued_parts,
    merges: row.merges.map(({ name, sources, fetched_from_bytes, is_fetching }) => ({
      name,
      sources,
      fetchedFromBytes: fetched_from_bytes,
      isFetching: is_fetching,
    })),
  }
}

/** Object stores have no limit of their own. */
export function toDiskSpaces(rows: readonly DiskRow[]): DiskSpace[] {
  const rooms = localRooms(rows)
  return rows.map(({ name }) => rooms.find((room) => room.name === name) ?? { name, freeBytes: null })
}
