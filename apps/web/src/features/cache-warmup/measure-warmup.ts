import type { WarmupDetail } from './warmup.ts'

type Measured = Pick<
  WarmupDetail,
  'status' | 'startedAt' | 'wantedBytes' | 'cachedBytes' | 'doneBytes' | 'fetchedBytes' | 'bytesPerSecond'
>

/**
 * Progress and rate. Data fetched by running reads counts, up to what is left.
 * @param fetchingBytes of running reads.
 * @param nodes that read concurrently.
 * @param end of it, or now; null before its start.
 */
export function measureWarmup(warmup: Measured, fetchingBytes: bigint, nodes: number, end: Date | null) {
  const { status, startedAt, wantedBytes, cachedBytes, doneBytes, fetchedBytes, bytesPerSecond } = warmup
  const toFetchBytes = wantedBytes - cachedBytes
  const seenBytes = least(doneBytes + fetchingBytes, wantedBytes)
  const elapsedMs = startedAt && end ? Math.max(0, end.getTime() - startedAt.getTime()) : null
  const fetched = fetchedBytes + fetchingBytes
  const rate =
    elapsedMs === null || elapsedMs < 1_000 || fetched === 0n ? null : Number(fetched) / (elapsedMs / 1_000)
  const limit = bytesPerSecond === null ? null : Number(bytesPerSecond) * Math.max(nodes, 1)
  const leftBytes = toFetchBytes > fetched ? toFetchBytes - fetched : 0n
  const expected = rate !== null && limit !== null ? Math.min(rate, limit) : rate
  return {
    share: status === 'completed' ? 1 : wantedBytes === 0n ? 0 : Number(seenBytes) / Number(wantedBytes),
    elapsedMs,
    bytesPerSecond: rate,
    leftMs: expected === null ? null : (Number(leftBytes) / expected) * 1_000,
  }
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
