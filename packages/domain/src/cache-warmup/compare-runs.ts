/** What a query cost one time, over all nodes that had a part in it. */
export interface MeasuredRun {
  elapsedMs: number
  storeBytes: bigint
  cacheBytes: bigint
}

export interface RunComparison {
  /** Whether the first run was cold, by its own counters: 1 when all came from the store. Null: it read neither. */
  coldShare: number | null
  /** How many times faster the second was. */
  speedUp: number | null
}

export function compareRuns(before: MeasuredRun, after: MeasuredRun): RunComparison {
  const read = before.storeBytes + before.cacheBytes
  return {
    coldShare: read === 0n ? null : Number((before.storeBytes * 10_000n) / read) / 10_000,
    speedUp: after.elapsedMs > 0 ? before.elapsedMs / after.elapsedMs : null,
  }
}
