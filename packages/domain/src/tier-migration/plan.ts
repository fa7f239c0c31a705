import { groupBy } from '../group-by.ts'
import { type PartTotals, sumTotals, totalParts } from '../placement/part.ts'
import type { PlanCheck } from './check.ts'
import { checkOptimize } from './check-optimize.ts'
import { checkReplica } from './check-replica.ts'
import { chooseAlignment } from './choose-alignment.ts'
import {
  compareOldestFirst,
  type DraftStep,
  draftSteps,
  groupByPartition,
  type PartitionSelection,
  selectPartitions,
} from './draft-steps.ts'
import type { TierMigrationGoal } from './goal.ts'
import { chooseOptimize } from './optimize-first.ts'
import type { PlannedStep } from './planned-step.ts'
import { type ReplicaChoices, withDefaultChoices } from './replica-choices.ts'
import { blocksOfName, highestBlocks } from './replication.ts'
import { checkSharing, shareUploads } from './share-uploads.ts'
import type { ObservedReplica, ReplicaSnapshot, UnobservedReplica } from './snapshot.ts'

export type TierMigrationPlan =
  | { kind: 'planned'; steps: PlannedStep[]; checks: PlanCheck[]; totals: PartTotals }
  | { kind: 'refused'; checks: PlanCheck[] }

export interface PlanOptions {
  /** Merge each partition into one part first, where that is safe (see mayOptimize). */
  optimizeFirst?: boolean | undefined
  replicas?: ReplicaChoices | undefined
}

/**
 * Plans the moves that bring the goal's partitions to `targetVolume` on every replica, the oldest partition first.
 * On a disk that replicas share one of them uploads and goes first (see shareUploads). Aligning finds a volume for each
 * partition by itself, so it takes null. Partitions that are there already give no step. One blocking check refuses the whole
 * plan: a plan that can only half succeed is for a person to narrow down, not for us to guess.
 */
export function planTierMigration(
  snapshots: readonly ReplicaSnapshot[],
  goal: TierMigrationGoal,
  targetVolume: string | null,
  options: PlanOptions = {},
): TierMigrationPlan {
  const checks: PlanCheck[] = []
  const drafts: DraftStep[] = []
  const choices = withDefaultChoices(options.replicas)
  const assign = assignTargets(snapshots, goal, targetVolume, checks)
  if (goal.kind === 'align-replicas' && options.optimizeFirst) checks.push(alignsWithoutOptimize)
  for (const snapshot of snapshots) {
    if (snapshot.state !== 'observed') {
      checks.push(
        describeUnobserved(snapshot, isReplicatedShard(snapshots, snapshot.node.shard), choices.away),
      )
      continue
    }
    if (snapshot.readOnly !== undefined && choices.readOnly === 'leave') {
      checks.push(leftReadOnly(snapshot.node.name, snapshot.readOnly))
      continue
    }
    for (const { volume, partitions, undated } of assign(snapshot)) {
      const drafted = draftSteps(snapshot, partitions, volume)
      const steps = options.optimizeFirst ? chooseOptimize(snapshot, partitions, drafted) : drafted
      checks.push(
        ...checkReplica(snapshot, { targetVolume: volume, undatedPartitions: undated, steps }, choices),
      )
      if (options.optimizeFirst) checks.push(...checkOptimize(snapshot, partitions, steps))
      drafts.push(...steps)
    }
  }
  if (checks.some((check) => check.outcome === 'blocking')) return { kind: 'refused', checks }
  if (drafts.length === 0) return { kind: 'refused', checks: [...checks, nothingToMove(targetVolume)] }

  const observed = snapshots.filter((snapshot) => snapshot.state === 'observed')
  drafts.push(
    ...draftUnfetched(
      observed.filter(({ readOnly }) => readOnly === undefined || choices.readOnly !== 'leave'),
      drafts,
    ),
    ...(choices.away === 'wait' ? draftAway(snapshots, drafts) : []),
  )
  drafts.sort(compareOldestFirst)
  const ceilings = observeCeilings(observed)
  const shared = shareUploads(drafts, observed)
  checks.push(...checkSharing(shared))
  const steps = shared.map((draft, ordinal) => ({
    ...draft,
    ordinal,
    shardMaxBlock: ceilings(draft),
  }))
  return { kind: 'planned', steps, checks, totals: sumTotals(steps.map(({ totals }) => totals)) }
}

/** Of a step on a replicated table: the highest block of its partition over its shard. */
function observeCeilings(observed: readonly ObservedReplica[]): (draft: DraftStep) => bigint | null {
  const byShard = new Map(
    [...groupBy(observed, ({ node }) => String(node.shard))].map(([shard, own]) => [
      shard,
      own.some(({ replication }) => replication !== null) ? highestBlocks(own) : null,
    ]),
  )
  return ({ node, partitionId }) => byShard.get(String(node.shard))?.get(partitionId) ?? null
}

/** Steps without parts on replicas that have nothing of a partition that moves on another one of their shard, and will get it. */
function draftUnfetched(observed: readonly ObservedReplica[], drafts: readonly DraftStep[]): DraftStep[] {
  return observed.flatMap(({ node, replication, parts }) => {
    const coming = new Set(replication?.queuedParts.map((name) => blocksOfName(name)?.partitionId))
    const held = new Set(parts.map(({ partitionId }) => partitionId))
    const own = new Map<string, DraftStep>()
    for (const draft of drafts)
      if (draft.node.shard === node.shard && draft.node.name !== node.name && coming.has(draft.partitionId))
        if (!held.has(draft.partitionId))
          own.set(draft.partitionId, { ...draft, node, parts: [], totals: totalParts([]), fromVolumes: [] })
    return [...own.values()]
  })
}

/** Steps without parts on replicas that cannot be asked, for what moves on another one of their shard. */
function draftAway(snapshots: readonly ReplicaSnapshot[], drafts: readonly DraftStep[]): DraftStep[] {
  return snapshots.flatMap(({ state, node }) => {
    if (state !== 'unreachable') return []
    const ofShard = drafts.filter((draft) => draft.node.shard === node.shard)
    return [...new Map(ofShard.map((draft) => [draft.partitionId, draft])).values()].map((draft) => ({
      ...draft,
      ...{ node, parts: [], totals: totalParts([]), fromVolumes: [], optimizeFirst: false },
    }))
  })
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
  text: 'Alignment does not support OPTIMIZE: a replica may have a part of the partition on a colder volume.',
  hint: 'Plan without OPTIMIZE. Partitions on one volume can be merged later by another migration.',
}

/** Another replica of the shard is seen, and has what this one has. */
function isReplicatedShard(snapshots: readonly ReplicaSnapshot[], shard: number): boolean {
  return snapshots.some(
    (snapshot) =>
      snapshot.state === 'observed' && snapshot.node.shard === shard && snapshot.replication !== null,
  )
}

function leftReadOnly(node: string, reason: string): PlanCheck {
  return {
    id: 'replica-writable',
    node,
    outcome: 'warning',
    text: `${node} is read-only and is excluded: ${reason}`,
    hint: 'Its parts stay on their volumes. Align the replicas when it accepts writes again.',
  }
}

function describeUnobserved(
  { node: { name: node }, state, reason }: UnobservedReplica,
  isReplicated: boolean,
  away: 'refuse' | 'leave' | 'wait',
): PlanCheck {
  if (state === 'unreachable' && isReplicated && away === 'wait')
    return {
      id: 'replica-reachable',
      node,
      outcome: 'warning',
      text: `${node} could not be checked. Its steps wait for it: ${reason}`,
      hint: 'Partitions that move on its shard also move on this node when it is back. If it will not come back, cancel the migration or skip its steps.',
    }
  if (state === 'unreachable' && isReplicated && away === 'leave')
    return {
      id: 'replica-reachable',
      node,
      outcome: 'warning',
      text: `${node} could not be checked and is excluded: ${reason}`,
      hint: 'Its parts stay on their volumes. Align the replicas when it is back.',
    }
  return state === 'missing'
    ? {
        id: 'replica-reachable',
        node,
        outcome: 'warning',
        text: `The table does not exist on ${node}.`,
        hint: 'Nothing is moved there. Create the table on this node if it should store a part of the data.',
      }
    : {
        id: 'replica-reachable',
        node,
        outcome: 'blocking',
        text: `${node} could not be checked: ${reason}`,
        hint: 'Bring the node back, then plan again. A plan needs all replicas.',
      }
}

function nothingToMove(targetVolume: string | null): PlanCheck {
  if (targetVolume === null)
    return {
      id: 'something-to-move',
      node: null,
      outcome: 'blocking',
      text: 'Nothing to align: on every shard all replicas have each partition on the same volume.',
      hint: null,
    }
  return {
    id: 'something-to-move',
    node: null,
    outcome: 'blocking',
    text: `Nothing to move: all selected partitions are already on volume '${targetVolume}' or do not exist.`,
    hint: 'Choose other partitions or another target volume.',
  }
}
