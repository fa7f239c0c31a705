import type { CacheCounterName, CacheCounters } from './cache-counters.ts'
import { hitRatio } from './hit-ratio.ts'

/** What one node counted within one step. */
export interface CacheStep extends CacheCounters {
  node: string
  /** Start of the step. */
  atMs: number
  /** How long was measured in this step. The rate is the count divided by this. */
  coveredMs: number
  /** At the end of the step. */
  sizeBytes: bigint
  limitBytes: bigint
}

export interface CachePoint {
  atMs: number
  /** Null where a node is missing: a sum without it would look like a drop. */
  figures:
    | (Record<'fromCacheBytesPerSecond' | 'fromStoreBytesPerSecond' | 'evictedBytesPerSecond', number> & {
        sizeBytes: bigint
        limitBytes: bigint
        /** Null where nothing was read. */
        byteHitRatio: number | null
        requestHitRatio: number | null
      })
    | null
  missingNodes: string[]
}

export interface CacheGap {
  node: string
  fromMs: number
  toMs: number
}

export interface HistorySpan {
  fromMs: number
  /** Exclusive. A step that is not over is left out while a node is missing in it. */
  toMs: number
  stepMs: number
  nowMs: number
}

/**
 * The history of several nodes on one axis.
 * @param firstSeenMs of each node: it is not expected before then. A node without one is missing everywhere.
 */
export function layOutHistory(
  steps: readonly CacheStep[],
  firstSeenMs: ReadonlyMap<string, number | null>,
  { fromMs, toMs, stepMs, nowMs }: HistorySpan,
): { points: CachePoint[]; gaps: CacheGap[] } {
  const byTime = new Map<number, CacheStep[]>()
  for (const step of steps) byTime.set(step.atMs, [...(byTime.get(step.atMs) ?? []), step])
  const points: CachePoint[] = []
  for (let atMs = fromMs; atMs < toMs; atMs += stepMs) {
    const present = (byTime.get(atMs) ?? []).filter(({ node }) => firstSeenMs.has(node))
    const missingNodes = [...firstSeenMs].flatMap(([node, firstMs]) =>
      (firstMs === null || firstMs < atMs + stepMs) && present.every((step) => step.node !== node)
        ? [node]
        : [],
    )
    if (missingNodes.length > 0 && atMs + stepMs > nowMs) break
    const seen = missingNodes.length === 0 && present.length > 0
    points.push({ atMs, figures: seen ? addUp(present) : null, missingNodes })
  }
  return { points, gaps: findGaps(points, stepMs) }
}

function addUp(steps: readonly CacheStep[]): NonNullable<CachePoint['figures']> {
  const sum = (name: CacheCounterName | 'sizeBytes' | 'limitBytes') =>
    steps.reduce((total, step) => total + step[name], 0n)
  // Nodes are sampled for different lengths of time, so rates are added, not bytes.
  const rate = (name: CacheCounterName) =>
    steps.reduce(
      (total, step) => total + (step.coveredMs > 0 ? (Number(step[name]) * 1000) / step.coveredMs : 0),
      0,
    )
  return {
    fromCacheBytesPerSecond: rate('fromCacheBytes'),
    fromStoreBytesPerSecond: rate('fromStoreBytes'),
    evictedBytesPerSecond: rate('evictedBytes'),
    sizeBytes: sum('sizeBytes'),
    limitBytes: sum('limitBytes'),
    byteHitRatio: hitRatio(sum('fromCacheBytes'), sum('fromStoreBytes')),
    requestHitRatio: hitRatio(sum('hits'), sum('misses')),
  }
}

/** Consecutive steps without the same node form one gap. */
function findGaps(points: readonly CachePoint[], stepMs: number): CacheGap[] {
  const gaps: CacheGap[] = []
  const open = new Map<string, CacheGap>()
  for (const { atMs, missingNodes } of points) {
    for (const node of open.keys()) if (!missingNodes.includes(node)) open.delete(node)
    for (const node of missingNodes) {
      const gap = open.get(node)
      if (gap) gap.toMs = atMs + stepMs
      else {
        const begun = { node, fromMs: atMs, toMs: atMs + stepMs }
        open.set(node, begun)
        gaps.push(begun)
      }
    }
  }
  return gaps
}
