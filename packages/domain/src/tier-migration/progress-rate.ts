/** What a progress display saw at a moment: bytes arrived on the target so far. */
export interface ProgressSample {
  atMs: number
  movedBytes: bigint
}

/** Samples older than this tell of a speed that is over. */
const WINDOW_MS = 30_000
/** With less than this between first and last sample any rate would be chance. */
const LEAST_SPAN_MS = 2000

/** Keeps the samples of the last half minute. One that goes back (a retry) starts the measurement over. */
export function addSample(samples: readonly ProgressSample[], sample: ProgressSample): ProgressSample[] {
  const last = samples.at(-1)
  if (last && sample.movedBytes < last.movedBytes) return [sample]
  return [...samples.filter((kept) => sample.atMs - kept.atMs <= WINDOW_MS), sample]
}

/** Bytes per second over the window, and the time left at that rate; null while it cannot be told. */
export function estimateProgress(
  samples: readonly ProgressSample[],
  totalBytes: bigint,
): { bytesPerSecond: number | null; leftMs: number | null } {
  const first = samples[0]
  const last = samples.at(-1)
  if (!first || !last || last.atMs - first.atMs < LEAST_SPAN_MS) return { bytesPerSecond: null, leftMs: null }
  const bytesPerSecond = (Number(last.movedBytes - first.movedBytes) * 1000) / (last.atMs - first.atMs)
  const leftBytes = totalBytes > last.movedBytes ? Number(totalBytes - last.movedBytes) : 0
  return { bytesPerSecond, leftMs: bytesPerSecond > 0 ? (leftBytes / bytesPerSecond) * 1000 : null }
}
