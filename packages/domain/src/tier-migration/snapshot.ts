import type { Part, Replica } from '../placement/part.ts'
import { findVolume, type StoragePolicy } from '../policy/storage-policy.ts'
import type { ReplicationSight } from './replication.ts'

/**
 * `freeBytes` is what may still be written, less the space that the server keeps free; null on object storage. Disks of one
 * `fileSystem` share it; left out: the disk has its own.
 */
export interface DiskSpace {
  name: string
  freeBytes: bigint | null
  fileSystem?: string | undefined
}

/** What one replica holds of the table at the moment of planning. */
export interface ObservedReplica {
  state: 'observed'
  node: Replica
  tableUuid: string
  policy: StoragePolicy
  disks: readonly DiskSpace[]
  parts: readonly Part[]
  /** Parts that a running merge or mutation reads. */
  mergingParts: readonly string[]
  /** Mutations that are not done on this table. */
  pendingMutations: readonly string[]
  /** Parts that are being moved now. */
  movingParts: readonly string[]
  /** Why the replica takes no writes. Missing where it does, or the table is not replicated. */
  readOnly?: string
  /** Shards of the Replicated database that the table is in; 0 outside of one. */
  databaseShards?: number
  /** Which one: the same for all of its replicas. */
  databaseGroup?: string
  /** Null: the table is not replicated. */
  replication: ReplicationSight | null
  /** Replicas share the objects of the table on object storage (zero-copy replication) by locks below this path of Keeper. */
  sharesBy?: string
  /** The volume on which the table's TTL wants a part by now, by part name (see wantedVolumes). */
  wantedVolumes: ReadonlyMap<string, string>
}

export interface UnobservedReplica {
  state: 'unreachable' | 'missing'
  node: Replica
  reason: string
}

export type ReplicaSnapshot = ObservedReplica | UnobservedReplica

/** Whether parts come to or leave object storage of a table with zero-copy replication. */
export function sharesObjects(
  { sharesBy, policy, disks }: Pick<ObservedReplica, 'sharesBy' | 'policy' | 'disks'>,
  toVolume: string,
  parts: readonly { disk: string }[],
): boolean {
  const touched = new Set([...(findVolume(policy, toVolume)?.disks ?? []), ...parts.map(({ disk }) => disk)])
  return (
    sharesBy !== undefined && disks.some(({ name, freeBytes }) => freeBytes === null && touched.has(name))
  )
}
