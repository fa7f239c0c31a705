import type { TierMigrationGoal } from './goal.ts'

const MOST_NAMED = 12

/** A goal as a person reads it. */
export function describeGoal(goal: TierMigrationGoal): string {
  if (goal.kind === 'older-than')
    return `Every partition whose newest row is before ${goal.before.slice(0, 10)}`
  const { length } = goal.partitionIds
  const named = goal.partitionIds.slice(0, MOST_NAMED).join(', ')
  const more = length - MOST_NAMED
  return `${length} ${length === 1 ? 'partition' : 'partitions'}: ${named}${more > 0 ? ` and ${more} more` : ''}`
}
