import type { TierMigrationGoal } from './goal.ts'

const MAX_NAMED = 12

/** A goal as a person reads it. */
export function describeGoal(goal: TierMigrationGoal): string {
  if (goal.kind === 'older-than')
    return `Every partition whose newest row is before ${goal.before.slice(0, 10)}`
  if (goal.kind === 'newer-than') return `Every partition with a row of ${goal.from.slice(0, 10)} or later`
  if (goal.kind === 'align-replicas') return `Replicas aligned: ${describeAlignment(goal)}`
  const { length } = goal.partitionIds
  const named = goal.partitionIds.slice(0, MAX_NAMED).join(', ')
  const more = length - MAX_NAMED
  return `${length} ${length === 1 ? 'partition' : 'partitions'}: ${named}${more > 0 ? ` and ${more} more` : ''}`
}

/** Where a migration goes, to stand after "to". */
export function describeTarget(migration: { targetVolume: string | null }): string {
  return migration.targetVolume ?? 'one volume per shard'
}

function describeAlignment(goal: Extract<TierMigrationGoal, { kind: 'align-replicas' }>): string {
  if (goal.to === 'replica') return `each partition to the volume of replica ${goal.replica} of its shard`
  return goal.to === 'coldest'
    ? 'each partition to the coldest volume with any of its parts'
    : 'each partition to the volume with most of its bytes'
}
