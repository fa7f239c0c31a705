import { type PartTotals, totalParts } from '../placement/part.ts'
import type { PlanCheck } from './check.ts'
import { checkOptimize } from './check-optimize.ts'
import { checkReplica } from './check-replica.ts'
import { chooseAlignment } from './choose-alignment.ts'
import { compareOldestFirst, type DraftStep, draftSteps } from './draft-steps.ts'
import type { TierMigrationGoal } from './goal.ts'
import { chooseOptimize } from './optimize-first.ts'
import type { PlannedStep } from './planned-step.ts'
import { groupByPartition, type PartitionSelection, selectPartitions } from './select-partitions.ts'
import type { ObservedReplica, ReplicaSnapshot } from './snapshot.ts'

export type TierMigrationPlan =
  | { kind: 'planned'; steps: PlannedStep[]; checks: PlanCheck[]; totals: PartTotals }
  | { kind: 'refused'; checks: PlanCheck[] }

export interface PlanOptions {
  /** Merge each partition into one part first, where that is safe (see mayOptimize). */
  optimizeFirst?: boolean | undefined
}

/**
 * Plans the moves that bring the goal's partitions to `targetVolume` on every replica, the oldest partition first.
 * Aligning finds a volume for each partition by itself, so it takes null. Partitions that are there already give no
 * step. One blocking check refuses the whole plan: a plan that can only
 * half succeed is for a person to narrow down, not for us to guess.
 */
export function planTierMigration(
  snapshots: readonly ReplicaSnapshot[],
  goal: TierMigrationGoal,
  targetVolume: string | null,
  options: PlanOptions = {},
): TierMigrationPlan {
  const checks: PlanCheck[] = []
  const drafts: DraftStep[] = []
  const assign = assignTargets(snapshots, goal, targetVolume, checks)
  if (goal.kind === 'align-replicas' && options.optimizeFirst) checks.push(alignsWithoutOptimize)
  for (const snapshot of snapshots) {
    if (snapshot.state !== 'observed') {
      checks.push(describeUnobserved(snapshot.node.name, snapshot.state, snapshot.reason))
      continue
    }
    for (const { volume, partitions, undated } of assign(snapshot)) {
      const drafted = draftSteps(snapshot, partitions, volume)
      const steps = options.optimizeFirst ? chooseOptimize(snapshot, partitions, drafted) : drafted
      checks.push(...checkReplica(snapshot, { targetVolume: volume, undatedPartitions: undated, steps }))
      if (options.optimizeFirst) checks.push(...checkOptimize(snapshot, partitions, steps))
      drafts.push(...steps)
    }
  }
  if (checks.some((check) => check.outcome === 'blocking')) return { kind: 'refused', checks }
  if (drafts.length === 0) return { kind: 'refused', checks: [...checks, nothingToMove(targetVolume)] }

  drafts.sort(compareOldestFirst)
  const steps = drafts.map((draft, ordinal) => ({ ...draft, ordinal }))
  return { kind: 'planned', steps, checks, totals: totalParts(steps.flatMap((step) => step.parts)) }
}

interface Assignment extends PartitionSelection {
  volume: string
}

/** Which partitions of a replica go to which volume. What stands against it as a whole is added to `checks`. */
function assignTargets(
  snapshots: readonly ReplicaSnapshot[],
  goal: TierMigrationGoal,
  targetVolume: string | null,
  checks: PlanCheck[],
): (snapshot: ObservedReplica) => Assignment[] {
  if (goal.kind !== 'align-replicas') {
    if (targetVolume === null) throw new Error(`The goal ${goal.kind} needs a target volume`)
    return (snapshot) => [{ volume: targetVolume, ...selectPartitions(snapshot.parts, goal) }]
  }
  const observed = snapshots.filter((snapshot) => snapshot.state === 'observed')
  const alignment = chooseAlignment(observed, goal)
  checks.push(...alignment.checks)
  return (snapshot) => {
    const targets = alignment.targets.get(snapshot.node.shard) ?? new Map<string, string>()
    const held = [...groupByPartition(snapshot.parts)]
    return [...new Set(targets.values())].map((volume) => ({
      volume,
      partitions: new Map(held.filter(([id]) => targets.get(id) === volume)),
      undated: [],
    }))
  }
}

/** On replicated tables a merge runs on every replica, also where a part of the partition is cold. */
const alignsWithoutOptimize: PlanCheck = {
  id: 'optimize',
  node: null,
  outcome: 'blocking',
  text: 'Aligning does not merge first: a replica may hold a part of the partition on a colder volume.',
  hint: 'Plan without OPTIMIZE. What is on one volume afterwards can be merged by a migration of its own.',
}

function describeUnobserved(node: string, state: 'unreachable' | 'missing', reason: string): PlanCheck {
  return state === 'missing'
    ? {
        id: 'replica-reachable',
        node,
        outcome: 'warning',
        text: `The table does not exist on ${node}.`,
        hint: 'Nothing is moved there. Create the table on this node if it should hold a part of the data.',
      }
    : {
        id: 'replica-reachable',
        node,
        outcome: 'blocking',
        text: `${node} could not be looked at: ${reason}`,
        hint: 'Bring the node back, then plan again. A plan that does not see every replica is not made.',
      }
}

function nothingToMove(targetVolume: string | null): PlanCheck {
  if (targetVolume === null)
    return {
      id: 'something-to-move',
      node: null,
      outcome: 'blocking',
      text: 'Nothing to align: on every shard the replicas hold each partition on the same volume.',
      hint: null,
    }
  return {
    id: 'something-to-move',
    node: null,
    outcome: 'blocking',
    text: `Nothing to move: every chosen partition is on volume '${targetVolume}' already, or does not exist.`,
    hint: 'Choose other partitions or another target volume.',
  }
}
