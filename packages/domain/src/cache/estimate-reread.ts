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
