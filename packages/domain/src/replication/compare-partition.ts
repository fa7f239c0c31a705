import { compareReplicas, type ReplicaContent } from './judge-replica-set.ts'

export interface PartitionCopy extends ReplicaContent {
  node: string
  /** Of the storage policy. Several disks of one are the same place. */
  volumes: readonly string[]
}

/**
 * How the copies of a partition differ, worst first. `absent`: a replica has none of it. `rows`: other rows. `parts`: equal rows
 * in other parts, as while one replica has merged. `volumes`: equal parts on other volumes.
 */
export type PartitionDifference = 'absent' | 'rows' | 'parts' | 'volumes' | 'equal'

/** @param replicas how many replicas were looked at. */
export function comparePartition(copies: readonly PartitionCopy[], replicas: number): PartitionDifference {
  if (copies.length < replicas) return 'absent'
  const contents = compareReplicas(copies)
  if (contents !== 'equal') return contents
  const places = new Set(copies.map(({ volumes }) => JSON.stringify(volumes)))
  return places.size > 1 ? 'volumes' : 'equal'
}

export const partitionDifferences: readonly PartitionDifference[] = [
  'absent',
  'rows',
  'parts',
  'volumes',
  'equal',
]
