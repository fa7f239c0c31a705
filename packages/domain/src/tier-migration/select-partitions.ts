import { groupBy } from '../group-by.ts'
import type { Part } from '../placement/part.ts'
import type { TierMigrationGoal } from './goal.ts'

export interface PartitionSelection {
  partitions: ReadonlyMap<string, readonly Part[]>
  /** Partitions that an age cannot be told of, since their parts carry no date. */
  undated: string[]
}

/** The partitions of a goal on one replica, each with all its active parts. */
export function selectPartitions(
  parts: readonly Part[],
  goal: Exclude<TierMigrationGoal, { kind: 'align-replicas' }>,
): PartitionSelection {
  const partitions = groupByPartition(parts)
  if (goal.kind === 'partitions') {
    const wanted = new Set(goal.partitionIds)
    return { partitions: new Map([...partitions].filter(([id]) => wanted.has(id))), undated: [] }
  }
  const edgeMs = Date.parse(goal.kind === 'older-than' ? goal.before : goal.from)
  const selected = new Map<string, readonly Part[]>()
  const undated: string[] = []
  for (const [id, members] of partitions) {
    if (members.some((part) => part.newestMs === null)) undated.push(id)
    else {
      const older = members.every((part) => part.newestMs !== null && part.newestMs < edgeMs)
      if (older === (goal.kind === 'older-than')) selected.set(id, members)
    }
  }
  return { partitions: selected, undated }
}

export function groupByPartition(parts: readonly Part[]): Map<string, Part[]> {
  return groupBy(parts, ({ partitionId }) => partitionId)
}
