import type { TierMigrationGoal } from '@frostline/domain'
import { formatCountOf } from '@frostline/ui'

const MOST_NAMED = 12

export function describeGoal(goal: TierMigrationGoal): string {
  if (goal.kind === 'older-than')
    return `Every partition whose newest row is before ${goal.before.slice(0, 10)}`
  const named = goal.partitionIds.slice(0, MOST_NAMED).join(', ')
  const more = goal.partitionIds.length - MOST_NAMED
  return `${formatCountOf(goal.partitionIds.length, 'partition')}: ${named}${more > 0 ? ` and ${more} more` : ''}`
}
