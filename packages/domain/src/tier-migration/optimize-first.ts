import type { Part } from '../placement/part.ts'
import { findVolumeOfDisk, type StoragePolicy } from '../policy/storage-policy.ts'
import type { DraftStep } from './draft-steps.ts'
import type { StepObservation } from './next-action.ts'
import type { ObservedReplica } from './snapshot.ts'

/**
 * Whether OPTIMIZE FINAL may be sent for a partition: it has parts to merge, and every one of them is on the first
 * volume of the policy. With a part on a colder volume the merge would run there, over the object store, or be refused.
 */
function mayOptimize(parts: readonly Part[], policy: StoragePolicy): boolean {
  return parts.length > 1 && !hasColdPart(parts, policy)
}

/** Whether any part lies elsewhere than on the first volume of the policy. */
export function hasColdPart(parts: readonly Part[], policy: StoragePolicy): boolean {
  const first = policy.volumes.toSorted((a, b) => a.priority - b.priority)[0]
  return parts.some((part) => first === undefined || findVolumeOfDisk(policy, part.disk)?.name !== first.name)
}

/** The same steps, those whose partition may be merged first marked so: what comes of it is one part, and moves as one. */
export function chooseOptimize(
  { policy }: ObservedReplica,
  partitions: ReadonlyMap<string, readonly Part[]>,
  steps: readonly DraftStep[],
): DraftStep[] {
  return steps.map((step) =>
    mayOptimize(partitions.get(step.partitionId) ?? [], policy)
      ? { ...step, optimizeFirst: true, granularity: 'partition' }
      : step,
  )
}

export type OptimizeDecision =
  | { kind: 'not-needed' }
  | { kind: 'wait'; reason: string }
  | { kind: 'optimize'; parts: Part[] }

/** What is left of an OPTIMIZE before the move, from facts alone: a crash after it finds one part and goes on. */
export function decideOptimize(observed: StepObservation): OptimizeDecision {
  if (!mayOptimize(observed.parts, observed.policy)) return { kind: 'not-needed' }
  const busy = new Set([...observed.mergingParts, ...observed.movingParts])
  const busyPart = observed.parts.find((part) => busy.has(part.name))
  return busyPart
    ? { kind: 'wait', reason: `A merge, mutation or move is using part ${busyPart.name}.` }
    : { kind: 'optimize', parts: [...observed.parts] }
}
