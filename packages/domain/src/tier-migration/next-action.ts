import type { Part } from '../placement/part.ts'
import { findVolumeOfDisk, type StoragePolicy } from '../policy/storage-policy.ts'
import type { Granularity } from './planned-step.ts'
import { type PartWitness, partsInScope } from './proof.ts'
import type { ReplicationSight } from './replication.ts'

/** What a replica shows of the step's partition right now. */
export interface StepObservation {
  policy: StoragePolicy
  parts: readonly Part[]
  mergingParts: readonly string[]
  movingParts: readonly string[]
  /** Null: the table is not replicated. */
  replication: ReplicationSight | null
}

export type NextAction =
  | { kind: 'verify' }
  /** `isFetch`: for a part that the replica is to fetch. */
  | { kind: 'wait'; reason: string; isFetch: boolean }
  | { kind: 'move-part'; part: Part }
  | { kind: 'move-partition'; parts: Part[] }

/**
 * The next thing to do for a step, from facts alone: it does not matter who did what before, so the same function
 * serves a first run, a retry and a run after a crash. What the server has moved or merged meanwhile is adopted.
 */
export function decideNextAction(
  before: readonly PartWitness[],
  observed: StepObservation,
  targetVolume: string,
  granularity: Granularity,
): NextAction {
  const remaining = partsInScope(before, observed.parts).filter(
    (part) => findVolumeOfDisk(observed.policy, part.disk)?.name !== targetVolume,
  )
  if (remaining.length === 0) return { kind: 'verify' }
  const queued = observed.replication?.merges ?? []
  // From when a replica knows of a merge, its server lets none of the sources move (384), also while the merge waits.
  const merging = new Set([...observed.mergingParts, ...queued.flatMap(({ sources }) => sources)])
  const moving = new Set(observed.movingParts)
  const free = remaining.filter((part) => !merging.has(part.name) && !moving.has(part.name))
  const next = free[0]
  if (next && granularity === 'part') return { kind: 'move-part', part: next }
  if (free.length === remaining.length) return { kind: 'move-partition', parts: remaining }
  // A statement for the whole partition would fail with code 384 on its busy part, after moving some of the others.
  if (next) return { kind: 'move-part', part: next }
  const busyPart = remaining[0]?.name ?? ''
  if (moving.has(busyPart))
    return { kind: 'wait', reason: `The server is already moving part ${busyPart}.`, isFetch: false }
  return { kind: 'wait', ...explainMerge(busyPart, observed) }
}

function explainMerge(
  part: string,
  { mergingParts, replication }: StepObservation,
): { reason: string; isFetch: boolean } {
  const queued = replication?.merges.find(({ sources }) => sources.includes(part))
  if (!queued || mergingParts.includes(part))
    return { reason: `A merge or mutation is reading part ${part}.`, isFetch: false }
  const isFetch = queued.fetchedFromBytes !== null
  const reason = !isFetch
    ? `Part ${part} has to wait for its queued merge or mutation into ${queued.name}.`
    : `Another replica merges part ${part}. It has to wait for the fetch of ${queued.name}.`
  return { reason, isFetch }
}
