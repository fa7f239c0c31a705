import { hitRatio } from '../cache/hit-ratio.ts'
import type { SampledStep } from './lay-out-steps.ts'
import type { CacheCounterName, CacheCounters, StoreCounterName, StoreCounters } from './node-counters.ts'

interface CountedStep extends SampledStep {
  /** How long was counted in this step. The rate is the count divided by this. */
  coveredMs: number
}

export interface CacheStep extends CountedStep, CacheCounters {
  /** At the end of the step. */
  sizeBytes: bigint
  limitBytes: bigint
}

export interface CacheFigures
  extends Record<'fromCacheBytesPerSecond' | 'fromStoreBytesPerSecond' | 'evictedBytesPerSecond', number> {
  sizeBytes: bigint
  limitBytes: bigint
  /** Null where nothing was read. */
  byteHitRatio: number | null
  requestHitRatio: number | null
}

export function addUpCaches(steps: readonly CacheStep[]): CacheFigures {
  const rate = (name: CacheCounterName) => perSecond(steps, (step) => step[name])
  const sum = (name: CacheCounterName | 'sizeBytes' | 'limitBytes') => total(steps, (step) => step[name])
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

export interface NodeStep extends CountedStep, StoreCounters {
  /** The last of the step. */
  parts: bigint
  /** The most at one time in the step. */
  runningMoves: bigint
  queueEntries: bigint
}

export interface NodeFigures
  extends Record<
    | 'readRequestsPerSecond'
    | 'listRequestsPerSecond'
    | 'writeRequestsPerSecond'
    | 'deleteRequestsPerSecond'
    | 'readErrorsPerMinute'
    | 'writeErrorsPerMinute'
    | 'throttledRequestsPerMinute',
    number
  > {
  /** Of one request, on average. Null where there was none. */
  readLatencyMs: number | null
  writeLatencyMs: number | null
  parts: bigint
  runningMoves: bigint
  queueEntries: bigint
}

export function addUpNodes(steps: readonly NodeStep[]): NodeFigures {
  const rate = (name: StoreCounterName) => perSecond(steps, (step) => step[name])
  const sum = (name: StoreCounterName | 'parts' | 'runningMoves' | 'queueEntries') =>
    total(steps, (step) => step[name])
  return {
    readRequestsPerSecond: Math.max(0, rate('readRequests') - rate('listRequests')),
    listRequestsPerSecond: rate('listRequests'),
    writeRequestsPerSecond: Math.max(0, rate('writeRequests') - rate('deleteRequests')),
    deleteRequestsPerSecond: rate('deleteRequests'),
    readErrorsPerMinute: rate('readErrors') * 60,
    writeErrorsPerMinute: rate('writeErrors') * 60,
    throttledRequestsPerMinute: rate('throttledRequests') * 60,
    readLatencyMs: latencyMs(sum('readMicroseconds'), sum('readRequests')),
    writeLatencyMs: latencyMs(sum('writeMicroseconds'), sum('writeRequests')),
    parts: sum('parts'),
    runningMoves: sum('runningMoves'),
    queueEntries: sum('queueEntries'),
  }
}

function total<Step>(steps: readonly Step[], read: (step: Step) => bigint): bigint {
  return steps.reduce((sum, step) => sum + read(step), 0n)
}

/** Subjects are counted for different lengths of time, so rates are added, not counts. */
function perSecond<Step extends CountedStep>(steps: readonly Step[], read: (step: Step) => bigint): number {
  return steps.reduce(
    (sum, step) => sum + (step.coveredMs > 0 ? (Number(read(step)) * 1000) / step.coveredMs : 0),
    0,
  )
}

function latencyMs(microseconds: bigint, requests: bigint): number | null {
  return requests === 0n ? null : Number(microseconds) / Number(requests) / 1000
}
