import type { Part } from '../placement/part.ts'

/** On the way out, in order; the last two on the way back. */
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

/** What replicas, Keeper and metadata show of a table at one moment. */
export interface ExitSight {
  /** Nodes of the cluster that could not be read, and why. */
  missing: readonly string[]
  /** Why locks are not known. Null: they are. */
  keeperFault: string | null
  replicas: readonly ExitReplica[]
  /** Parts that a replica has by objects with a lock, or that several have by the same objects. */
  shared: readonly string[]
  /** Parts that have a lock and that no replica has. */
  unheld: readonly string[]
  /** Active parts on object storage that the look at files and locks did not show: they came after it, or their disk is not told. */
  unseen: readonly string[]
  /** Why parts go to object storage by themselves. Null: they do not. */
  returns: ExitReturn | null
}

export interface ExitReturn {
  id: 'ttl' | 'first-volume'
  text: string
  hint: string
}

/** Partitions of which a replica has a shared part on object storage, with the volume, in the order of their ids. */
export function findSharedPartitions(sight: ExitSight): Map<string, string> {
  const shared = new Set(sight.shared)
  const found = sight.replicas.flatMap(({ parts }) =>
    parts.flatMap(({ name, partitionId, volume, onObjectStorage }) =>
      onObjectStorage && volume !== null && shared.has(name) ? [[partitionId, volume] as const] : [],
    ),
  )
  return new Map(found.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
}
