import type { Part } from '../placement/part.ts'
import type { TierMigrationGoal } from './goal.ts'

export interface PartitionSelection {
  partitions: ReadonlyMap<string, readonly Part[]>
  /** Partitions that `older-than` cannot judge, since their parts carry no date. */
  undated: string[]
}

/** The partitions of a goal on one replica, each with all its active parts. */
export function selectPartitions(parts: readonly Part[], goal: TierMigrationGoal): PartitionSelection {
  const partitions = groupByPartition(parts)
  if (goal.kind === 'partitions') {
    const wanted = new Set(goal.partitionIds)
    return { partitions: new Map([...partitions].filter(([id]) => wanted.has(id))), undated: [] }
  }
  const beforeMs = Date.parse(goal.before)
  const selected = new Map<string, readonly Part[]>()
  const undated: string[] = []
  for (const [id, members] of partitions) {
    if (members.some((part) => part.newestMs === null)) undated.push(id)
    else if (members.every((part) => part.newestMs !== null && part.newestMs < beforeMs))
      selected.set(id, members)
  }
  return { partitions: selected, undated }
}

function groupByPartition(parts: readonly Part[]): Map<string, Part[]> {
  const groups = new Map<string, Part[]>()
  for (const part of parts) {
    const group = groups.get(part.partitionId)
    if (group) group.push(part)
    else groups.set(part.partitionId, [part])
  }
  return groups
}
