import { type PartTotals, totalParts } from '../placement/part.ts'
import type { PlanCheck } from './check.ts'
import { checkOptimize } from './check-optimize.ts'
import { checkReplica } from './check-replica.ts'
import { compareOldestFirst, type DraftStep, draftSteps } from './draft-steps.ts'
import type { TierMigrationGoal } from './goal.ts'
import { chooseOptimize } from './optimize-first.ts'
import type { PlannedStep } from './planned-step.ts'
import { selectPartitions } from './select-partitions.ts'
import type { ReplicaSnapshot } from './snapshot.ts'

export type TierMigrationPlan =
  | { kind: 'planned'; steps: PlannedStep[]; checks: PlanCheck[]; totals: PartTotals }
  | { kind: 'refused'; checks: PlanCheck[] }

export interface PlanOptions {
  /** Merge each partition into one part first, where that is safe (see mayOptimize). */
  optimizeFirst?: boolean | undefined
}

/**
 * Plans the moves that bring the goal's partitions to `targetVolume` on every replica, the oldest partition first.
 * Partitions that are there already give no step. One blocking check refuses the whole plan: a plan that can only
 * half succeed is for a person to narrow down, not for us to guess.
 */
export function planTierMigration(
  snapshots: readonly ReplicaSnapshot[],
  goal: TierMigrationGoal,
  targetVolume: string,
  options: PlanOptions = {},
): TierMigrationPlan {
  const checks: PlanCheck[] = []
  const drafts: DraftStep[] = []
  for (const snapshot of snapshots) {
    if (snapshot.state !== 'observed') {
      checks.push(describeUnobserved(snapshot.node.name, snapshot.state, snapshot.reason))
      continue
    }
    const { partitions, undated } = selectPartitions(snapshot.parts, goal)
    const drafted = draftSteps(snapshot, partitions, targetVolume)
    const steps = options.optimizeFirst ? chooseOptimize(snapshot, partitions, drafted) : drafted
    checks.push(...checkReplica(snapshot, { targetVolume, undatedPartitions: undated, steps }))
    if (options.optimizeFirst) checks.push(...checkOptimize(snapshot, partitions, steps))
    drafts.push(...steps)
  }
  if (checks.some((check) => check.outcome === 'blocking')) return { kind: 'refused', checks }
  if (drafts.length === 0) return { kind: 'refused', checks: [...checks, nothingToMove(targetVolume)] }

  drafts.sort(compareOldestFirst)
  const steps = drafts.map((draft, ordinal) => ({ ...draft, ordinal }))
  return { kind: 'planned', steps, checks, totals: totalParts(steps.flatMap((step) => step.parts)) }
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

function nothingToMove(targetVolume: string): PlanCheck {
  return {
    id: 'something-to-move',
    node: null,
    outcome: 'blocking',
    text: `Nothing to move: every chosen partition is on volume '${targetVolume}' already, or does not exist.`,
    hint: 'Choose other partitions or another target volume.',
  }
}
