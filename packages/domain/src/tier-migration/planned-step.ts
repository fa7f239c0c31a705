import type { Part, PartTotals } from '../placement/part.ts'
import type { Replica } from '../placement/replica.ts'
import type { Granularity } from './granularity.ts'

/** One partition on one replica: the parts that are not on the target yet. */
export interface PlannedStep {
  ordinal: number
  node: Replica
  partitionId: string
  partition: string
  fromVolumes: string[]
  toVolume: string
  parts: Part[]
  totals: PartTotals
  granularity: Granularity
  /** OPTIMIZE FINAL merges the partition into one part before it moves. */
  optimizeFirst: boolean
  /** Of a replicated table: the highest block that any replica of the shard has of the partition, or is to get. */
  shardMaxBlock: bigint | null
}
