import {
  addUpCaches,
  addUpNodes,
  type CacheFigures,
  type CacheStep,
  type NodeFigures,
  type NodeStep,
} from '../history/add-up.ts'

/** What a metric is measured for: each makes an alert of its own. */
export const metricSubjects = ['node', 'disk', 'cluster', 'table'] as const
type MetricSubject = (typeof metricSubjects)[number]

interface MetricFacts {
  title: string
  unit: string
  subject: MetricSubject
  /** What a window of time has of it. */
  over: 'average' | 'last' | 'max'
}

const gib = 'GiB'

/** The metrics of the history that a custom rule can watch. */
export const ruleMetrics = {
  'disk-used-percent': { title: 'Disk used', unit: '%', subject: 'disk', over: 'last' },
  'disk-used-gib': { title: 'Disk used', unit: gib, subject: 'disk', over: 'last' },
  'node-parts': { title: 'Active parts of a node', unit: 'parts', subject: 'node', over: 'last' },
  'node-moves': { title: 'Moves at one time', unit: 'moves', subject: 'node', over: 'max' },
  'node-queue': { title: 'Replication queue of a node', unit: 'entries', subject: 'node', over: 'max' },
  'store-reads': { title: 'Object storage reads', unit: 'per second', subject: 'node', over: 'average' },
  'store-writes': { title: 'Object storage writes', unit: 'per second', subject: 'node', over: 'average' },
  'store-lists': { title: 'Object storage lists', unit: 'per second', subject: 'node', over: 'average' },
  'store-errors': { title: 'Object storage errors', unit: 'per minute', subject: 'node', over: 'average' },
  'store-throttled': {
    ...{ title: 'Throttled object storage requests', unit: 'per minute' },
    ...{ subject: 'node', over: 'average' },
  },
  'store-read-latency': {
    title: 'Object storage read latency',
    unit: 'ms',
    subject: 'node',
    over: 'average',
  },
  'store-write-latency': {
    ...{ title: 'Object storage write latency', unit: 'ms', subject: 'node', over: 'average' },
  },
  'cache-byte-hits': { title: 'Cache hits by bytes', unit: '%', subject: 'node', over: 'average' },
  'cache-request-hits': { title: 'Cache hits by requests', unit: '%', subject: 'node', over: 'average' },
  'cache-evicted': { title: 'Evicted from caches', unit: 'MiB per second', subject: 'node', over: 'average' },
  'cache-used-percent': { title: 'Cache used', unit: '%', subject: 'node', over: 'last' },
  'cluster-hot-gib': { title: 'Hot data of a cluster', unit: gib, subject: 'cluster', over: 'last' },
  'cluster-cold-gib': { title: 'Cold data of a cluster', unit: gib, subject: 'cluster', over: 'last' },
  'cluster-parts': { title: 'Active parts of a cluster', unit: 'parts', subject: 'cluster', over: 'last' },
  'table-hot-gib': { title: 'Hot data of a table', unit: gib, subject: 'table', over: 'last' },
  'table-cold-gib': { title: 'Cold data of a table', unit: gib, subject: 'table', over: 'last' },
  'table-parts': { title: 'Active parts of a table', unit: 'parts', subject: 'table', over: 'last' },
} as const satisfies Record<string, MetricFacts>

export type RuleMetric = keyof typeof ruleMetrics
export const ruleMetricNames = Object.keys(ruleMetrics) as [RuleMetric, ...RuleMetric[]]

/** Tables are sampled every ten minutes, all else every minute. */
export function minWindowMinutes(metric: RuleMetric): number {
  return ruleMetrics[metric].subject === 'table' ? 20 : 2
}

type NodeMetric = {
  [Name in RuleMetric]: (typeof ruleMetrics)[Name]['subject'] extends 'node' ? Name : never
}[RuleMetric]
type CacheMetric = Extract<NodeMetric, `cache-${string}`>

export function isCacheMetric(metric: RuleMetric): metric is CacheMetric {
  return metric.startsWith('cache-')
}

const nodeValues: Record<Exclude<NodeMetric, CacheMetric>, (figures: NodeFigures) => number | null> = {
  'node-parts': ({ parts }) => Number(parts),
  'node-moves': ({ runningMoves }) => Number(runningMoves),
  'node-queue': ({ queueEntries }) => Number(queueEntries),
  'store-reads': ({ readRequestsPerSecond }) => readRequestsPerSecond,
  'store-writes': ({ writeRequestsPerSecond }) => writeRequestsPerSecond,
  'store-lists': ({ listRequestsPerSecond }) => listRequestsPerSecond,
  'store-errors': ({ readErrorsPerMinute, writeErrorsPerMinute }) =>
    readErrorsPerMinute + writeErrorsPerMinute,
  'store-throttled': ({ throttledRequestsPerMinute }) => throttledRequestsPerMinute,
  'store-read-latency': ({ readLatencyMs }) => readLatencyMs,
  'store-write-latency': ({ writeLatencyMs }) => writeLatencyMs,
}

const cacheValues: Record<CacheMetric, (figures: CacheFigures) => number | null> = {
  'cache-byte-hits': ({ byteHitRatio }) => toPercent(byteHitRatio),
  'cache-request-hits': ({ requestHitRatio }) => toPercent(requestHitRatio),
  'cache-evicted': ({ evictedBytesPerSecond }) => evictedBytesPerSecond / 2 ** 20,
  'cache-used-percent': ({ sizeBytes, limitBytes }) => shareOf(sizeBytes, limitBytes),
}

export function measureNode(metric: Exclude<NodeMetric, CacheMetric>, step: NodeStep): number | null {
  return nodeValues[metric](addUpNodes([step]))
}

export function measureCache(metric: CacheMetric, step: CacheStep): number | null {
  return cacheValues[metric](addUpCaches([step]))
}

/** @returns null for the percent of a disk without a limit. */
export function measureDisk(
  metric: 'disk-used-percent' | 'disk-used-gib',
  { usedBytes, totalBytes }: { usedBytes: bigint; totalBytes: bigint | null },
): number | null {
  if (metric === 'disk-used-gib') return toGib(usedBytes)
  return totalBytes === null ? null : shareOf(usedBytes, totalBytes)
}

export function measureTiers(
  metric: Extract<RuleMetric, `cluster-${string}` | `table-${string}`>,
  held: Record<'hotBytes' | 'coldBytes' | 'hotParts' | 'coldParts', bigint>,
): number {
  if (metric.endsWith('-parts')) return Number(held.hotParts + held.coldParts)
  return toGib(metric.endsWith('-hot-gib') ? held.hotBytes : held.coldBytes)
}

function toGib(bytes: bigint): number {
  return Number(bytes) / 2 ** 30
}

function toPercent(ratio: number | null): number | null {
  return ratio === null ? null : ratio * 100
}

function shareOf(part: bigint, whole: bigint): number | null {
  return whole === 0n ? null : (Number(part) / Number(whole)) * 100
}
