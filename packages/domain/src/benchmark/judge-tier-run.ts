import { z } from 'zod'
import type { BenchTier } from './tier-benchmark-spec.ts'

const count = z.string().regex(/^\d+$/).transform(BigInt)

/** What the servers counted for one run, over all nodes that took part. */
export const runFigures = z.object({
  readRows: count,
  readBytes: count,
  resultRows: count,
  storeBytes: count,
  missedBytes: count,
  cacheBytes: count,
  storeRequests: count,
  memoryBytes: count,
  cpuMs: z.number(),
  /** Cached bytes of the table on the node when the run was sent. Null: not checked. */
  cachedBeforeBytes: count.nullable(),
})
export type RunFigures = z.infer<typeof runFigures>

export type RunVerdict =
  | { kind: 'as-said' }
  /** Its counters contradict the tier, so it does not count. */
  | { kind: 'other'; reason: string }
  /** What it read is unknown, so it does not count. */
  | { kind: 'unknown'; reason: string }

/**
 * Whether a run read from the expected tier, by its counters alone. A first read requests some bytes from the cache
 * twice (26.7): `cacheBytes` up to `missedBytes` are such requests; more was cached before.
 */
export function judgeTierRun(tier: BenchTier, figures: RunFigures | null): RunVerdict {
  if (!figures) return { kind: 'unknown', reason: 'Its node has no log of the bytes it read.' }
  const reason = contradict(tier, figures)
  return reason === null ? { kind: 'as-said' } : { kind: 'other', reason }
}

function contradict(tier: BenchTier, figures: RunFigures): string | null {
  const { storeBytes, missedBytes, cacheBytes, cachedBeforeBytes } = figures
  const fromStore = storeBytes > 0n || missedBytes > 0n
  switch (tier) {
    case 'hot':
      if (fromStore) return 'It read from object storage.'
      return cacheBytes > 0n ? 'It read from a cache of object storage.' : null
    case 'cold':
      if (!fromStore) return 'It read nothing from object storage.'
      return cacheBytes > 0n ? 'A part came from a cache.' : null
    case 'cache-first':
      if (missedBytes === 0n)
        return fromStore
          ? 'It bypassed the cache.'
          : 'The cache had everything, or there was nothing to read.'
      return (cachedBeforeBytes ?? 0n) > 0n || cacheBytes > missedBytes
        ? 'A part was already in the cache.'
        : null
    case 'cache-second':
      if (fromStore) return 'A part came from object storage.'
      return cacheBytes === 0n ? 'It read nothing from a cache.' : null
  }
}
