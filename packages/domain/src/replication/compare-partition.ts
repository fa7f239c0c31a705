import { compareReplicas, type ReplicaContent } from './judge-replica-set.ts'

export interface PartitionCopy extends ReplicaContent {
  node: string
  disks: readonly string[]
}

/**
 * How the copies of a partition differ, worst first. `absent`: a replica has none of it. `rows`: other rows. `parts`: equal rows
 * in other parts, as while one replica has merged. `disks`: equal parts in other places.
 */
export type PartitionDifference = 'absent' | 'rows' | 'parts' | 'disks' | 'equal'

/** @param replicas how many replicas were looked at. */
export function comparePartition(copies: readonly PartitionCopy[], replicas: number): PartitionDifference {
  if (copies.length < replicas) return 'absent'
  const contents = compareReplicas(copies)
  if (contents !== 'equal') return contents
  const places = new Set(copies.map(({ disks }) => JSON.stringify(disks)))
  return places.size > 1 ? 'disks' : 'equal'
}

export const partitionDifferences: readonly PartitionDifference[] = [
  'absent',
  'rows',
  'parts',
  'disks',
  'equal',
]
