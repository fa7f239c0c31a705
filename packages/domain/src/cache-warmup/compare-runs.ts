/** What one execution of a query cost, over all nodes that took part. */
export interface MeasuredRun {
  elapsedMs: number
  storeBytes: bigint
  cacheBytes: bigint
}

export interface RunComparison {
  /** How cold the first run was, by its own counters: 1 when all bytes came from the store. Null: it read neither. */
  coldShare: number | null
  /** How many times faster the second run was. */
  speedUp: number | null
}

export function compareRuns(before: MeasuredRun, after: MeasuredRun): RunComparison {
  const read = before.storeBytes + before.cacheBytes
  return {
    coldShare: read === 0n ? null : Number((before.storeBytes * 10_000n) / read) / 10_000,
    speedUp: after.elapsedMs > 0 ? before.elapsedMs / after.elapsedMs : null,
  }
}
