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
  /** With one stream; queries read with several. Null: nothing was measured. */
  elapsedMs: number | null
}

/**
 * What it costs to read again what is dropped: as many requests as the node needed for as many bytes so far, and at
 * least one a file.
 */
export function estimateReread(
  dropped: { bytes: bigint; files: bigint },
  measured: StoreMeasure,
): RereadEstimate {
  const { fromStoreBytes, storeRequests, storeBytesPerSecond } = measured
  const asBefore =
    fromStoreBytes === 0n ? 0n : (dropped.bytes * storeRequests + fromStoreBytes - 1n) / fromStoreBytes
  return {
    requests: dropped.bytes === 0n ? 0n : asBefore > dropped.files ? asBefore : dropped.files,
    elapsedMs:
      storeBytesPerSecond === null || storeBytesPerSecond === 0
        ? null
        : (Number(dropped.bytes) * 1000) / storeBytesPerSecond,
  }
}
