/** What a progress display saw at a moment: bytes of work that were done by then. */
export interface ProgressSample {
  atMs: number
  doneBytes: bigint
}

/** Over less, one part that arrives or one wait between two parts makes the rate. */
const LEAST_WINDOW_MS = 30_000
/** Older ones tell of a speed that is over, however large the parts are. */
const KEPT_MS = 15 * 60_000
/** With less than this between first and last sample any rate would be chance. */
const LEAST_SPAN_MS = 2000

/** One that goes back (a retry, a part that was stopped) starts the measurement over. */
export function addSample(samples: readonly ProgressSample[], sample: ProgressSample): ProgressSample[] {
  const last = samples.at(-1)
  if (last && sample.doneBytes < last.doneBytes) return [sample]
  return [...samples.filter((kept) => sample.atMs - kept.atMs <= KEPT_MS), sample]
}

/**
 * The rate that was kept up, in bytes a second: over the last half minute, or over so much more that something was done
 * in it. Never above `maxBytesPerSecond`, the limits that are set: a burst before a wait is not a rate. Null while it
 * cannot be told. The time left at that rate is null too when nothing is left to copy or to read: what remains then
 * (the comparison) has no bytes.
 */
export function estimateProgress(
  samples: readonly ProgressSample[],
  { leftBytes, maxBytesPerSecond }: { leftBytes: bigint; maxBytesPerSecond: bigint | null },
): { bytesPerSecond: number | null; leftMs: number | null } {
  const unknown = { bytesPerSecond: null, leftMs: null }
  const last = samples.at(-1)
  if (!last) return unknown
  const from =
    samples.findLast(
      (sample) => last.atMs - sample.atMs >= LEAST_WINDOW_MS && sample.doneBytes < last.doneBytes,
    ) ?? samples[0]
  if (!from || last.atMs - from.atMs < LEAST_SPAN_MS || from.doneBytes === last.doneBytes) return unknown
  const measured = (Number(last.doneBytes - from.doneBytes) * 1000) / (last.atMs - from.atMs)
  const bytesPerSecond = maxBytesPerSecond === null ? measured : Math.min(measured, Number(maxBytesPerSecond))
  const leftMs = leftBytes > 0n ? (Number(leftBytes) / bytesPerSecond) * 1000 : null
  return { bytesPerSecond, leftMs }
}

/** What all replicas together may do a second under the limit of each; null without a limit. */
export function maxRateOf(bandwidthBytesPerSecond: string | undefined, replicas: number): bigint | null {
  return bandwidthBytesPerSecond === undefined || replicas === 0
    ? null
    : BigInt(bandwidthBytesPerSecond) * BigInt(replicas)
}
