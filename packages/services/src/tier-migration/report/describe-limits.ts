import { describeReplicaChoices, sizeText, type TierMigrationLimits } from '@frostline/domain'

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** The limits as they stood at its end, a sentence each. */
export function describeLimits(limits: TierMigrationLimits): string[] {
  const { concurrencyPerReplica = 1, bandwidthBytesPerSecond, window, pacing, replicas } = limits
  return [
    `Concurrent statements per replica: ${concurrencyPerReplica}.`,
    bandwidthBytesPerSecond === undefined
      ? 'Bandwidth: not limited.'
      : `Bandwidth: at most ${sizeText(BigInt(bandwidthBytesPerSecond))} a second.`,
    window === undefined
      ? 'At any time.'
      : `Window (${window.timeZone}): ${window.spans.map((span) => `${span.days.map((day) => days[day]).join(' ')} ${span.from}–${span.to}`).join('; ')}.`,
    ...describeReplicaChoices(replicas),
    ...(pacing?.foregroundP95Ms === undefined
      ? []
      : [`Foreground queries: p95 at most ${pacing.foregroundP95Ms} ms.`]),
    ...(pacing?.mergePoolPercent === undefined
      ? []
      : [`Merge threads: at most ${pacing.mergePoolPercent} % busy.`]),
    ...(pacing?.storeErrorPercent === undefined
      ? []
      : [`Store requests: at most ${pacing.storeErrorPercent} % failed.`]),
  ]
}
