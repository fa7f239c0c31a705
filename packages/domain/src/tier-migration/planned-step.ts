import type { Part, PartTotals, Replica } from '../placement/part.ts'

export type Granularity = 'part' | 'partition'

/** How the parts of a step come to a disk that the replicas of its shard share by zero-copy replication. */
export interface StepSharing {
  /** The replica that uploads the partition. The other ones are moved after it. */
  uploader: string
  /** Of parts that another replica has uploaded by then: this one only refers to their objects. */
  sharedBytes: bigint
  /** Replicas of the shard that share the target, this one among them. */
  sharers: number
}

/** One partition on one replica: the parts that are not on the target yet. */
export interface PlannedStep {
  ordinal: number
  node: Replica
  partitionId: string
  partition: string
  fromVolumes: string[]
  toVolume: string
  parts: Part[]
  /** Its bytes are those that this replica copies; what it shares with another one is in `sharing`. */
  totals: PartTotals
  /** Null: the replica has a copy of its own. */
  sharing: StepSharing | null
  /** Replicas lock the objects of its parts in Keeper (zero-copy replication): it must not move them while Keeper is away. */
  needsKeeper: boolean
  granularity: Granularity
  /** OPTIMIZE FINAL merges the partition into one part before it moves. */
  optimizeFirst: boolean
  /** Of a replicated table: the highest block that any replica of the shard has of the partition, or is to get. */
  shardMaxBlock: bigint | null
}
