import { explainCron, nextDueTimes } from '@frostline/domain'
import type { OwnerAnswer } from '../base/find-person.ts'

interface StoredTiming<Rule> {
  name: string
  cron: string
  timeZone: string
  missedRuns: Rule
  enabled: boolean
  stoppedReason: string | null
  ownerName: string
  nextDueAt: Date | null
}

/** What every schedule shows. @param owner whether it may run as its owner now. @param count of next runs. */
export function viewTiming<Rule>(schedule: StoredTiming<Rule>, owner: OwnerAnswer, count: number) {
  const { name, cron, timeZone, missedRuns, enabled, stoppedReason, ownerName } = schedule
  return {
    ...{ name, cron, timeZone, missedRuns, enabled, stoppedReason, owner: ownerName },
    cronWords: explainCron(cron),
    ownerFault: owner.kind === 'fault' ? owner.reason : null,
    nextRuns: listNextRuns(schedule, count),
  }
}

/**
 * The next due times; none while it is disabled. The stored one may be a moment old, or weeks when no worker runs: then the
 * ones after it are computed.
 */
export function listNextRuns(
  { cron, timeZone, nextDueAt }: Pick<StoredTiming<unknown>, 'cron' | 'timeZone' | 'nextDueAt'>,
  count: number,
): Date[] {
  if (nextDueAt === null) return []
  return nextDueTimes(cron, timeZone, nextDueAt.getTime() - 1_000, count).map((ms) => new Date(ms))
}
