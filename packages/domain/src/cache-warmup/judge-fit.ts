import { sizeText } from '../text/size-text.ts'

/** A cache of a node as it is now. */
export interface CacheRoom {
  limitBytes: bigint
  sizeBytes: bigint
  /** Of a segmented cache (slru): the share that is kept for what was read twice. Null: another policy. */
  protectedShare: number | null
  /** Reads before a segment is kept. */
  hitsThreshold: bigint
}

/** The wanted bytes of one partition, and what of them is cached. */
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
  /** What has to go for it, at most: what nobody has read for the longest time. */
  evictedBytes: bigint
  verdict: 'cached' | 'fits' | 'evicts' | 'refused'
  /** Why it cannot be, and what to do instead. Null unless refused. */
  reason: string | null
}

/**
 * Whether a cache can keep what is wanted. A segmented cache (the default of 26.7) puts what was read once into the part
 * of its limit that is not protected, and moves it into the protected one when it is read again: measured, one reading of
 * 110 MiB through 128 MiB at a ratio of 0.6 left 64 MiB. Each partition is therefore read twice in a row, and none may be
 * larger than the part for single reads.
 * @param upperBound a condition leaves granules out, so that less may be read than is wanted: size is no obstacle then.
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

/** Each cache against what of the steps goes into it. */
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
  // Two readings are what a warm-up does.
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
