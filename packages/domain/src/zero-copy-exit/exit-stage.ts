import type { Part } from '../placement/part.ts'

/** In order; the last two are the way back. */
export const exitStages = ['to-hot', 'switch-off', 'to-target', 'switch-on', 'to-shared'] as const
export type ExitStage = (typeof exitStages)[number]

export interface ExitPart extends Pick<Part, 'name' | 'partitionId' | 'bytesOnDisk'> {
  /** Null: no volume of the policy has its disk. */
  volume: string | null
  onObjectStorage: boolean
}

interface ExitReplica {
  node: string
  /** allow_remote_fs_zero_copy_replication, of the table or the server. */
  enabled: boolean
  /** Active ones. */
  parts: readonly ExitPart[]
}

/** The state of a table at one time, from replicas, Keeper and metadata. */
export interface ExitState {
  /** Unreachable nodes of the cluster, and why. */
  missing: readonly string[]
  /** Why locks are unknown, or null. */
  keeperFault: string | null
  replicas: readonly ExitReplica[]
  /** Parts whose objects have a lock or are referred to by several replicas. */
  shared: readonly string[]
  /** Parts with a lock that no replica has. */
  unheld: readonly string[]
  /**
   * Active parts on object storage that were not among the files and locks that were read: they came later, or their
   * disk is not reported.
   */
  unseen: readonly string[]
  /** Why parts move to object storage by themselves, or null. */
  returns: ExitReturn | null
}

export interface ExitReturn {
  id: 'ttl' | 'first-volume'
  text: string
  hint: string
}

/** Partitions with a shared part on object storage on some replica, with the volume, ordered by id. */
export function findSharedPartitions(sight: ExitState): Map<string, string> {
  const shared = new Set(sight.shared)
  const found = sight.replicas.flatMap(({ parts }) =>
    parts.flatMap(({ name, partitionId, volume, onObjectStorage }) =>
      onObjectStorage && volume !== null && shared.has(name) ? [[partitionId, volume] as const] : [],
    ),
  )
  return new Map(found.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
}
