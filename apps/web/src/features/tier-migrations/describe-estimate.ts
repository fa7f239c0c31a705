import { formatCount, formatDuration, formatMoney } from '@frostline/ui'
import type { MigrationDetail } from './status.ts'

type Estimate = NonNullable<MigrationDetail['estimate']>

/** "4 min to 12 min". Equal ends are one figure. */
export function describeDuration(duration: Estimate['duration']): string {
  if (!duration) return 'unknown'
  const [fast, slow] = [formatDuration(duration.fastMs), formatDuration(duration.slowMs)]
  return fast === slow ? `about ${fast}` : `${fast} to ${slow}`
}

export function describeRequests({ requests, cost }: Pick<Estimate, 'requests' | 'cost'>): string {
  if (!requests) return 'unknown'
  const counts = `${formatCount(requests.writes)} PUT, ${formatCount(requests.reads)} GET`
  return cost ? `${counts}, ${formatMoney(cost.amount, cost.currency)}` : counts
}

/** Compares the estimate of a plan with how long it took. Null: nothing to compare yet. */
export function compareWithEstimate({
  estimate,
  startedAt,
  finishedAt,
}: Pick<MigrationDetail, 'estimate' | 'startedAt' | 'finishedAt'>): string | null {
  if (!estimate?.duration) return null
  const expected = `Estimated ${describeDuration(estimate.duration)}`
  if (!startedAt || !finishedAt) return `${expected}.`
  return `${expected}, took ${formatDuration(finishedAt.getTime() - startedAt.getTime())}.`
}
