import { groupBy } from '../group-by.ts'
import { type Part, totalParts } from '../placement/part.ts'
import { findVolumeOfDisk } from '../policy/storage-policy.ts'
import { compareText } from '../text/compare-text.ts'
import type { TierMigrationGoal } from './goal.ts'
import type { Granularity, PlannedStep } from './planned-step.ts'
import { type ObservedReplica, sharesObjects } from './snapshot.ts'

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

/** A step before the plan has given it its place. */
export type DraftStep = Omit<PlannedStep, 'ordinal' | 'shardMaxBlock' | 'sharing'>

/** One step for each of the partitions that has a part off the target. */
export function draftSteps(
  snapshot: ObservedReplica,
  partitions: ReadonlyMap<string, readonly Part[]>,
  targetVolume: string,
): DraftStep[] {
  const steps: DraftStep[] = []
  for (const [partitionId, all] of partitions) {
    const parts = all.filter((part) => findVolumeOfDisk(snapshot.policy, part.disk)?.name !== targetVolume)
    const first = parts[0]
    if (!first) continue
    const fromVolumes = new Set(
      parts.map((part) => findVolumeOfDisk(snapshot.policy, part.disk)?.name ?? `disk ${part.disk}`),
    )
    steps.push({
      node: snapshot.node,
      partitionId,
      partition: first.partition,
      fromVolumes: [...fromVolumes].sort(),
      toVolume: targetVolume,
      needsKeeper: sharesObjects(snapshot, targetVolume, parts),
      parts,
      totals: totalParts(parts),
      granularity: chooseGranularity(parts),
      optimizeFirst: false,
    })
  }
  return steps
}

/**
 * Small partitions go in one statement, since a statement costs about as much as uploading a few MiB.
 * From this size on each part is a statement of its own: progress is finer and a stop wastes one part at most.
 */
const WHOLE_PARTITION_BELOW_BYTES = 64n * 1024n * 1024n

function chooseGranularity(parts: readonly Part[]): Granularity {
  const bytes = parts.reduce((sum, part) => sum + part.bytesOnDisk, 0n)
  return parts.length > 1 && bytes >= WHOLE_PARTITION_BELOW_BYTES ? 'part' : 'partition'
}

/** By the newest row, then by name and place, so that equal snapshots give equal plans. */
export function compareOldestFirst(a: DraftStep, b: DraftStep): number {
  const ageDifference = newestMs(a.parts) - newestMs(b.parts)
  return (
    (Number.isNaN(ageDifference) ? 0 : ageDifference) ||
    compareText(a.partitionId, b.partitionId) ||
    a.node.shard - b.node.shard ||
    a.node.replica - b.node.replica
  )
}

/** Undated partitions go last: what is known to be old is the safer thing to move first. */
function newestMs(parts: readonly Part[]): number {
  const dates = parts.flatMap((part) => (part.newestMs === null ? [] : [part.newestMs]))
  return dates.length === 0 ? Number.POSITIVE_INFINITY : dates.reduce((a, b) => Math.max(a, b))
}
