/** What a node counted in a time, from the samples of the worker. */
export interface ThrashCounts {
  coveredMs: number
  downloadedBytes: bigint
  evictedBytes: bigint
  fromCacheBytes: bigint
  fromStoreBytes: bigint
  /** At its end. */
  limitBytes: bigint
}

/** The same time by its filesystem_cache_log, of the queries that write one, in pieces of 4 MiB. */
export interface ThrashLog {
  queries: bigint
  /** Asked for, each piece once. */
  workingSetBytes: bigint
  downloadedBytes: bigint
  /** Of these: by a query that came after another one had downloaded the same piece. */
  againBytes: bigint
}

/**
 * calm: little has to go. turning-over: much goes, and most reads are served all the same. scanning: much goes, and the log
 * shows that it is new data each time. suspect: much goes and most reads miss, but the log cannot tell why. thrashing: the
 * log shows the same pieces downloaded again. unknown: nothing was sampled.
 */
type ThrashVerdict = 'unknown' | 'calm' | 'turning-over' | 'scanning' | 'suspect' | 'thrashing'

export interface ThrashJudgement {
  verdict: ThrashVerdict
  /** How long the cache takes to replace all that it holds. Null: nothing goes. */
  turnoverMs: number | null
  /** A limit that would hold what was asked for, with a fifth to spare. Null: not known, or the present one does. */
  suggestedBytes: bigint | null
}

/** Of the limit, evicted in the time. */
const littleShare = 0.1
const goodRatio = 0.9
/** Of what was downloaded, downloaded again. */
const againShare = 0.3
/** A log of less says nothing about the whole. */
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
  /** Read through its caches from the store. */
  fromStoreBytes: bigint
  storeRequests: bigint
  /** Of one stream. Null: nothing was measured. */
  storeBytesPerSecond: number | null
}

export interface RereadEstimate {
  requests: bigint
  /** With one stream; queries read with several. Null: too little was measured. */
  elapsedMs: number | null
}

/** Of less the latency of a few small reads is all that is seen: 24 GETs of 2.7 KiB once foretold 2 h for 13 MiB. */
const minMeasuredBytes = 4n << 20n

/**
 * What it costs to read again what is dropped: as many requests as the node needed for as many bytes so far, and at
 * least one a file; one a file where too little was measured.
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
