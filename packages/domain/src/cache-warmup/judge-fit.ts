import { sizeText } from '../text/size-text.ts'

/** A node's cache as it is now. */
export interface CacheRoom {
  limitBytes: bigint
  sizeBytes: bigint
  /** Share reserved for segments read at least twice, in a segmented cache (slru). Null: another policy. */
  protectedShare: number | null
  /** Reads before a segment is cached. */
  hitsThreshold: bigint
}

/** The wanted bytes of one partition, and how many of them are cached. */
export interface WantedBytes {
  partitionId: string
  wantedBytes: bigint
  cachedBytes: bigint
}

export interface WarmupFit {
  wantedBytes: bigint
  cachedBytes: bigint
  toFetchBytes: bigint
  freeBytes: bigint
  /** Upper bound of what is evicted for it, least recently used first. */
  evictedBytes: bigint
  verdict: 'cached' | 'fits' | 'evicts' | 'refused'
  /** Why it is refused, and what to do instead. Null unless refused. */
  reason: string | null
}

/**
 * Whether a cache can keep what is wanted. A segmented cache (the default in 26.7) puts data read once into its
 * unprotected share and promotes it when it is read again: one read of 110 MiB through 128 MiB at a ratio of 0.6 left
 * 64 MiB. So each partition is read twice in a row, and none may exceed the unprotected share.
 * @param upperBound a condition skips granules, so that less may be read than is wanted: size is then no obstacle.
 */
export function judgeFit(
  room: CacheRoom,
  partitions: readonly WantedBytes[],
  upperBound: boolean,
): WarmupFit {
  const wantedBytes = sum(partitions.map((each) => each.wantedBytes))
  const cachedBytes = sum(partitions.map((each) => each.cachedBytes))
  const toFetchBytes = wantedBytes - cachedBytes
  const freeBytes = room.limitBytes > room.sizeBytes ? room.limitBytes - room.sizeBytes : 0n
  const figures = { wantedBytes, cachedBytes, toFetchBytes, freeBytes }
  if (toFetchBytes === 0n) return { ...figures, evictedBytes: 0n, verdict: 'cached', reason: null }
  const reason = findObstacle(room, upperBound ? [] : partitions, upperBound ? 0n : wantedBytes)
  if (reason !== null) return { ...figures, evictedBytes: 0n, verdict: 'refused', reason }
  const lacking = toFetchBytes > freeBytes ? toFetchBytes - freeBytes : 0n
  const evictedBytes = lacking < room.sizeBytes ? lacking : room.sizeBytes
  return { ...figures, evictedBytes, verdict: evictedBytes === 0n ? 'fits' : 'evicts', reason: null }
}

/** Judges each cache against the steps that fill it. */
export function judgeFits<Room extends CacheRoom & { node: string; cache: string }>(
  rooms: readonly Room[],
  steps: readonly (WantedBytes & { node: string; cache: string })[],
  upperBound: boolean,
) {
  return rooms.map((room) => {
    const { node, cache } = room
    const own = steps.filter((step) => step.node === node && step.cache === cache)
    return { node, cache, partitions: own.length, ...judgeFit(room, own, upperBound) }
  })
}

function findObstacle(
  { limitBytes, protectedShare, hitsThreshold }: CacheRoom,
  partitions: readonly WantedBytes[],
  wantedBytes: bigint,
): string | null {
  // A warm-up reads twice.
  if (hitsThreshold > 1n)
    return `The cache keeps a segment only after ${hitsThreshold} reads (cache_hits_threshold). Lower it before a warm-up.`
  if (wantedBytes > limitBytes)
    return `${sizeText(wantedBytes)} are selected, and the max size of the cache is ${sizeText(limitBytes)}. Choose fewer partitions or columns.`
  if (protectedShare === null) return null
  const once = limitBytes - BigInt(Math.ceil(Number(limitBytes) * protectedShare))
  const large = partitions.find((each) => each.wantedBytes > once)
  return large
    ? `Partition ${large.partitionId} has ${sizeText(large.wantedBytes)}, and the cache keeps at most ${sizeText(once)} of data read for the first time (slru_size_ratio ${protectedShare}). Choose fewer columns.`
    : null
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, each) => total + each, 0n)
}
