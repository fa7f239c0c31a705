import { type Part, totalParts } from '../placement/part.ts'
import { findVolumeOfDisk } from '../policy/storage-policy.ts'
import { compareText } from '../text/compare-text.ts'
import { chooseGranularity } from './granularity.ts'
import type { PlannedStep } from './planned-step.ts'
import { type ObservedReplica, sharesObjects } from './snapshot.ts'

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
