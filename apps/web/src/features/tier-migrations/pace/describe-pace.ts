import { describeReplicaChoices, type TierMigrationLimits } from '@frostline/domain'
import { formatByteRate } from '@frostline/ui'
import { describeWindow } from '../../time-window/describe-window.ts'

/** The limits of a migration, one sentence per line. */
export function describePace(limits: TierMigrationLimits): string[] {
  const { concurrencyPerReplica = 1, bandwidthBytesPerSecond, window, pacing, replicas } = limits
  const count = concurrencyPerReplica === 1 ? 'One statement' : `${concurrencyPerReplica} statements`
  const rate =
    bandwidthBytesPerSecond === undefined
      ? 'no rate limit'
      : `at most ${formatByteRate(Number(bandwidthBytesPerSecond))}`
  const lines = [`${count} at a time on each replica, ${rate}${window || pacing ? '' : ', at any time'}.`]
  if (window) lines.push(`Only ${describeWindow(window.spans)}, ${window.timeZone}.`)
  const conditions = [
    pacing?.foregroundP95Ms === undefined
      ? null
      : `foreground queries are slower than ${pacing.foregroundP95Ms} ms (p95)`,
    pacing?.mergePoolPercent === undefined
      ? null
      : `more than ${pacing.mergePoolPercent} % of the merge threads are busy`,
    pacing?.storeErrorPercent === undefined
      ? null
      : `more than ${pacing.storeErrorPercent} % of the requests to the object store fail`,
  ].filter((text) => text !== null)
  lines.push(...describeReplicaChoices(replicas))
  if (conditions.length > 0)
    lines.push(
      `Waits while ${new Intl.ListFormat('en-US', { type: 'disjunction' }).format(conditions)}. Starts at 8 MiB/s on each replica, slows down after each wait, and speeds up while the node is quiet.`,
    )
  return lines
}
