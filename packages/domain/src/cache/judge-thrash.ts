/** What a node counted in a period, from the worker's samples. */
export interface ThrashCounts {
  coveredMs: number
  downloadedBytes: bigint
  evictedBytes: bigint
  fromCacheBytes: bigint
  fromStoreBytes: bigint
  /** At the end of the period. */
  limitBytes: bigint
}

/** The same period in filesystem_cache_log, for queries that write to it, in pieces of 4 MiB. */
export interface ThrashLog {
  queries: bigint
  /** Requested bytes, each piece counted once. */
  workingSetBytes: bigint
  downloadedBytes: bigint
  /** Of these, bytes that a query downloaded after another query had downloaded the same piece. */
  againBytes: bigint
}

/**
 * calm: little is evicted. turning-over: much is evicted, but most reads hit. scanning: much is evicted, and the log
 * shows new data each time. suspect: much is evicted and most reads miss, but the log cannot tell why. thrashing: the
 * log shows the same pieces downloaded again. unknown: no samples.
 */
type ThrashVerdict = 'unknown' | 'calm' | 'turning-over' | 'scanning' | 'suspect' | 'thrashing'

export interface ThrashJudgement {
  verdict: ThrashVerdict
  /** How long the cache takes to replace its whole content. Null: nothing is evicted. */
  turnoverMs: number | null
  /** A limit that fits the working set, with a fifth to spare. Null: unknown, or the current one fits. */
  suggestedBytes: bigint | null
}

/** Share of the limit that was evicted in the period. */
const littleShare = 0.1
const goodRatio = 0.9
/** Share of downloaded bytes that were downloaded again. */
const againShare = 0.3
/** A smaller log is not representative. */
const minLogged = 64n << 20n

export function judgeThrash(counts: ThrashCounts | null, log: ThrashLog | null): ThrashJudgement {
  if (!counts || counts.coveredMs <= 0) return { verdict: 'unknown', turnoverMs: null, suggestedBytes: null }
  const { limitBytes, evictedBytes, coveredMs } = counts
  const turnoverMs = evictedBytes === 0n ? null : (Number(limitBytes) / Number(evictedBytes)) * coveredMs
  const verdict = judge(counts, log)
  const needed = log ? (log.workingSetBytes * 6n) / 5n : 0n
  const suggests = verdict === 'thrashing' || verdict === 'suspect'
  return { verdict, turnoverMs, suggestedBytes: suggests && needed > limitBytes ? needed : null }
}

function judge(counts: ThrashCounts, log: ThrashLog | null): ThrashVerdict {
  const { evictedBytes, limitBytes, fromCacheBytes, fromStoreBytes } = counts
  if (Number(evictedBytes) < Number(limitBytes) * littleShare) return 'calm'
  const again = log && log.downloadedBytes > 0n ? Number(log.againBytes) / Number(log.downloadedBytes) : 0
  if (log && again >= againShare) return 'thrashing'
  const read = fromCacheBytes + fromStoreBytes
  if (read > 0n && Number(fromCacheBytes) >= Number(read) * goodRatio) return 'turning-over'
  return log && log.downloadedBytes >= minLogged && again < againShare / 3 ? 'scanning' : 'suspect'
}

/** What a node has measured since its start. */
export interface StoreMeasure {
  /** Read from the store through its caches. */
  fromStoreBytes: bigint
  storeRequests: bigint
  /** Of one stream. Null: not measured. */
  storeBytesPerSecond: number | null
}

export interface RereadEstimate {
  requests: bigint
  /** With one stream; queries use several. Null: too few measurements. */
  elapsedMs: number | null
}

/** Below this, only the latency of a few small reads is measured: 24 GETs of 2.7 KiB once predicted 2 h for 13 MiB. */
const minMeasuredBytes = 4n << 20n

/**
 * What it costs to read dropped data again: as many requests as the node has needed per byte so far, but at least one
 * per file; one per file where too little was measured.
 */
export function estimateReread(
  dropped: { bytes: bigint; files: bigint },
  measured: StoreMeasure,
): RereadEstimate {
  const { fromStoreBytes, storeRequests, storeBytesPerSecond } = measured
  const least = dropped.bytes === 0n ? 0n : dropped.files
  if (fromStoreBytes < minMeasuredBytes) return { requests: least, elapsedMs: null }
  const asBefore = (dropped.bytes * storeRequests + fromStoreBytes - 1n) / fromStoreBytes
  return {
    requests: asBefore > least ? asBefore : least,
    elapsedMs: storeBytesPerSecond ? (Number(dropped.bytes) * 1000) / storeBytesPerSecond : null,
  }
}
