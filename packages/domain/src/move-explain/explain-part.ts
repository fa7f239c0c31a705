import { chooseRule } from './choose-rule.ts'
import { type DueEstimate, estimateDue } from './estimate-due.ts'
import { type MoveRule, type ResolvedDestination, resolveDestination } from './move-rule.ts'
import type { PlacedPart, PlacedReplica } from './placed-replica.ts'
import type { PlacementReason } from './placement-reason.ts'

/** This many failures of one part within an hour are a storm: while a store is down the server retries every 3 s. */
const STORM_FAILURES = 5
/** Failures older than this say nothing about now. */
const FAILURE_COUNTS_MS = 15 * 60_000
/** An idle server checks for due parts at intervals of up to this (background task sleep without work, 600 s). */
const IDLE_ROUND_MS = 10 * 60_000

export interface PartExplanation {
  part: PlacedPart
  reason: PlacementReason
  /** The rule that applies; null where none does. */
  rule: MoveRule | null
  /** When that rule is or was due; null if unknown. */
  dueMs: number | null
  /** When a part without TTL information for the rule would be due. */
  estimate: DueEstimate | null
}

/** Why each part of one replica is where it is. */
export function explainReplica(replica: PlacedReplica): PartExplanation[] {
  return replica.parts.map((part) => explainPart(part, replica))
}

/** Every part gets exactly one reason: the first that holds, in the order in which the server would meet them. */
export function explainPart(part: PlacedPart, replica: PlacedReplica): PartExplanation {
  const because = (reason: PlacementReason, rule: MoveRule | null = null, dueMs: number | null = null) => ({
    part,
    reason,
    rule,
    dueMs,
    estimate: reason === 'no-ttl-info' && rule ? estimateDue(part, rule, replica) : null,
  })
  const [first, ...others] = replica.rules
  const choice = first && chooseRule(part, [first, ...others], replica.nowMs)
  const decided = choice?.kind === 'due' || choice?.kind === 'later' ? choice : null
  const rule = decided?.rule ?? null
  const dueMs = decided?.dueMs ?? null
  if (replica.movingParts.has(part.name)) {
    // In a storm the part is being copied most of the time, so each attempt shows as a running move.
    return because(isStorm(recentFailures(part, replica)) ? 'retry-storm' : 'moving', rule, dueMs)
  }
  if (isHeld(part, replica)) return because('held-by-migration', rule, dueMs)
  if (!choice) return because('no-rule')
  if (choice.kind === 'no-information') {
    const [uninformed] = choice.rules
    if (replica.materializingParts.has(part.name)) return because('materializing-ttl', uninformed)
    const there = choice.rules.every(({ destination }) =>
      resolveDestination(destination, replica.policy)?.disks.includes(part.disk),
    )
    return because(there ? 'ahead-of-rule' : 'no-ttl-info', uninformed)
  }
  const destination = resolveDestination(choice.rule.destination, replica.policy)
  if (!destination) {
    const alone = replica.policy.volumes.length === 1
    return because(alone ? 'single-volume' : 'destination-missing', rule, dueMs)
  }
  const due = choice.kind === 'due'
  if (destination.disks.includes(part.disk)) return because(due ? 'in-place' : 'ahead-of-rule', rule, dueMs)
  if (isTooLarge(part, choice.rule, destination)) return because('part-too-large', rule, dueMs)
  if (!due) return because('not-due', rule, dueMs)
  return because(explainLate(part, replica, destination, choice.dueMs), rule, dueMs)
}

function isHeld(part: PlacedPart, replica: PlacedReplica): boolean {
  const held = replica.held.get(part.partitionId)
  if (!held) return false
  const target = resolveDestination({ kind: 'volume', name: held.toVolume }, replica.policy)
  return !target?.disks.includes(part.disk)
}

/** TO DISK ignores max_data_part_size. */
function isTooLarge(part: PlacedPart, rule: MoveRule, { volume }: ResolvedDestination): boolean {
  const limit = volume.maxDataPartSizeBytes
  return rule.destination.kind === 'volume' && limit > 0n && part.bytesOnDisk > limit
}

/** Why a due part has not moved. */
function explainLate(
  part: PlacedPart,
  replica: PlacedReplica,
  destination: ResolvedDestination,
  dueMs: number,
): PlacementReason {
  const merging = replica.mergingParts.get(part.name)
  if (merging) return merging.mutation ? 'mutating' : 'merging'
  if (replica.stopped) return 'moves-stopped'
  const disks = replica.disks.filter(({ name }) => destination.disks.includes(name))
  const usable = disks.filter((disk) => !disk.unusable)
  if (usable.length === 0) return 'destination-unusable'
  // A part is reserved on one disk, so the total over the disks of a volume does not help.
  const fits = usable.some(
    ({ unreservedBytes }) => unreservedBytes === null || unreservedBytes >= part.bytesOnDisk,
  )
  if (!fits) return 'no-space'
  const failures = recentFailures(part, replica)
  if (failures > 0) return isStorm(failures) ? 'retry-storm' : 'move-failing'
  if (replica.movePool.size > 0 && replica.movePool.busy >= replica.movePool.size) return 'queued'
  return replica.nowMs - dueMs <= IDLE_ROUND_MS ? 'just-due' : 'not-attempted'
}

function recentFailures(part: PlacedPart, replica: PlacedReplica): number {
  const failed = replica.failedMoves?.get(part.name)
  return failed && replica.nowMs - failed.lastMs <= FAILURE_COUNTS_MS ? failed.failures : 0
}

function isStorm(failures: number): boolean {
  return failures >= STORM_FAILURES
}

/** Reasons that a SYSTEM STOP MOVES could explain: only then is query_log read. */
export function mayBeStopped(explanations: readonly PartExplanation[]): boolean {
  const suspicious: ReadonlySet<PlacementReason> = new Set([
    'no-space',
    'move-failing',
    'retry-storm',
    'queued',
    'just-due',
    'not-attempted',
  ])
  return explanations.some(({ reason }) => suspicious.has(reason))
}
