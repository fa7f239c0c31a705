import type { Part } from '../placement/part.ts'
import { findVolumeOfDisk, isColder, type StoragePolicy } from '../policy/storage-policy.ts'
import type { PlanCheck } from './check.ts'
import { groupByPartition } from './draft-steps.ts'
import type { TierMigrationGoal } from './goal.ts'
import type { ObservedReplica } from './snapshot.ts'

type AlignGoal = Extract<TierMigrationGoal, { kind: 'align-replicas' }>

export interface Alignment {
  /** The volume of each partition that two or more replicas of the shard hold, by shard and partition id. */
  targets: ReadonlyMap<number, ReadonlyMap<string, string>>
  checks: PlanCheck[]
}

/**
 * One volume for each partition of each shard, the same on all its replicas. A partition that only one replica holds
 * has nothing to agree with and stays. On plain MergeTree the replicas hold different parts: they are matched by
 * partition id.
 */
export function chooseAlignment(replicas: readonly ObservedReplica[], goal: AlignGoal): Alignment {
  const targets = new Map<number, ReadonlyMap<string, string>>()
  const checks: PlanCheck[] = []
  for (const shard of new Set(replicas.map(({ node }) => node.shard))) {
    const own = replicas.filter(({ node }) => node.shard === shard)
    if (own.length < 2) continue
    const chosen = alignShard(shard, own, goal)
    checks.push(...chosen.checks)
    targets.set(shard, chosen.targets)
  }
  if (targets.size === 0)
    checks.push(
      blocking(
        'Nothing to align: no shard has two replicas that hold this table.',
        'Move its partitions by name or by age instead.',
      ),
    )
  return { targets, checks }
}

function alignShard(shard: number, replicas: readonly ObservedReplica[], goal: AlignGoal) {
  const targets = new Map<string, string>()
  const policy = replicas[0]?.policy
  if (!policy) return { targets, checks: [] }
  if (new Set(replicas.map((replica) => volumeNames(replica.policy))).size > 1) {
    const each = replicas.map(({ node, policy }) => `${node.name}: ${policy.name} (${volumeNames(policy)})`)
    return {
      targets,
      checks: [
        blocking(
          `The replicas of shard ${shard} have policies with different volumes: ${each.join('; ')}.`,
          'Use the same policy on all replicas first, or make the node configurations equal.',
        ),
      ],
    }
  }
  const reference = goal.to === 'replica' ? replicas.find(({ node }) => node.replica === goal.replica) : null
  if (reference === undefined)
    return {
      targets,
      checks: [
        blocking(
          `Shard ${shard} has no replica ${goal.replica} with this table to follow.`,
          'Choose another reference, or align to the volume with most bytes.',
        ),
      ],
    }
  const held = replicas.map((replica) => groupByPartition(replica.parts))
  const followed = reference ? groupByPartition(reference.parts) : null
  const unknown: string[] = []
  for (const partitionId of new Set(held.flatMap((partitions) => [...partitions.keys()]))) {
    const copies = held.flatMap((partitions) => partitions.get(partitionId) ?? [])
    if (held.filter((partitions) => partitions.has(partitionId)).length < 2) continue
    const target = chooseVolume(followed ? (followed.get(partitionId) ?? []) : copies, policy, goal)
    if (target === null) unknown.push(partitionId)
    else targets.set(partitionId, target)
  }
  return { targets, checks: unknown.length === 0 ? [] : [notFollowed(shard, unknown)] }
}

/** Null when no part lies on a volume of the policy. Of equal bytes the colder wins: it needs no room on a hot disk. */
function chooseVolume(parts: readonly Part[], policy: StoragePolicy, goal: AlignGoal): string | null {
  const bytesOn = new Map<string, bigint>()
  for (const part of parts) {
    const volume = findVolumeOfDisk(policy, part.disk)
    if (volume) bytesOn.set(volume.name, (bytesOn.get(volume.name) ?? 0n) + part.bytesOnDisk)
  }
  const colderFirst = [...bytesOn].sort(([a], [b]) => (isColder(policy, a, b) ? -1 : 1))
  if (goal.to === 'coldest') return colderFirst[0]?.[0] ?? null
  return colderFirst.reduce<[string, bigint] | null>((a, b) => (a && a[1] >= b[1] ? a : b), null)?.[0] ?? null
}

function notFollowed(shard: number, partitionIds: readonly string[]): PlanCheck {
  const named = partitionIds.slice(0, 5).join(', ')
  const more = partitionIds.length - 5
  return {
    id: 'replicas',
    node: null,
    outcome: 'warning',
    text: `The reference of shard ${shard} lacks ${partitionIds.length} partitions that others have: ${named}${more > 0 ? ` and ${more} more` : ''}.`,
    hint: 'They stay in place. Choose another reference for them, or align to the volume with most bytes.',
  }
}

function volumeNames(policy: StoragePolicy): string {
  return policy.volumes.map((volume) => volume.name).join(', ')
}

function blocking(text: string, hint: string): PlanCheck {
  return { id: 'replicas', node: null, outcome: 'blocking', text, hint }
}
