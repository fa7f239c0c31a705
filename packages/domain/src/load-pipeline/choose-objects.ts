export interface RunLimits {
  maxObjects: number
  /** Null: no limit. */
  maxBytes: bigint | null
}

interface Waiting {
  key: string
  sizeBytes: bigint
  lastModified: Date
}

export function compareOldestObject(a: Waiting, b: Waiting): number {
  const byTime = a.lastModified.getTime() - b.lastModified.getTime()
  if (byTime !== 0) return byTime
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0
}

/**
 * What one run takes: the oldest first, as many as fit. The first that does not fit ends it, so that none is overtaken
 * for good; one that fits no run at all is taken alone.
 */
export function chooseObjects<Object extends Waiting>(
  waiting: readonly Object[],
  limits: RunLimits,
): Object[] {
  const oldestFirst = waiting.toSorted(compareOldestObject)
  let bytes = 0n
  let count = 0
  for (const { sizeBytes } of oldestFirst) {
    bytes += sizeBytes
    const full = count >= limits.maxObjects || (limits.maxBytes !== null && bytes > limits.maxBytes)
    if (full && count > 0) break
    count += 1
  }
  return oldestFirst.slice(0, count)
}
