import type { CauseKind } from './cause-kinds.ts'
import type { IncidentLane } from './lanes.ts'

export type Unit = 'ms' | 'per-second' | 'bytes-per-second' | 'count' | 'ratio'

export interface Measure {
  lane: IncidentLane
  unit: Unit
  /** Of a sentence: "<noun> of <label>". */
  noun: string
  /** How the series of several nodes become one line. */
  merge: 'sum' | 'max' | 'min'
  /** Where a change is bad. */
  bad: 'up' | 'down'
  /** What people suffer from: it is explained, and explains nothing. */
  symptom: boolean
  /** What a change of it may have caused. Null: it is only shown. */
  cause: CauseKind | null
  /** Shorter changes do not count. */
  minSteps: number
  /** A change counts from this factor and this difference on, both. */
  factor: number
  difference: number
}

function measure(
  lane: IncidentLane,
  unit: Unit,
  noun: string,
  rest: Partial<Omit<Measure, 'lane' | 'unit' | 'noun'>> & { difference: number },
): Measure {
  const merge = unit === 'ms' || unit === 'ratio' ? 'max' : 'sum'
  return {
    ...{ lane, unit, noun, merge, bad: 'up', symptom: false, cause: null, minSteps: 1, factor: 3 },
    ...rest,
  }
}

const mib = 1_048_576

const measures = {
  'query-p99': measure('latency', 'ms', 'p99', {
    ...{ symptom: true, minSteps: 3, factor: 2, difference: 50 },
  }),
  'query-p50': measure('latency', 'ms', 'p50', { difference: 50 }),
  'query-rate': measure('latency', 'per-second', 'Queries', {
    ...{ cause: 'query-load', minSteps: 3, difference: 5 },
  }),
  'query-store-bytes': measure('store', 'bytes-per-second', 'Bytes read from object storage', {
    ...{ cause: 'scan', factor: 4, difference: 2 * mib },
  }),
  'insert-store-bytes': measure('store', 'bytes-per-second', 'Bytes loaded from object storage', {
    ...{ cause: 'load', factor: 4, difference: 1 * mib },
  }),
  failures: measure('failures', 'per-second', 'Failed queries', {
    ...{ symptom: true, minSteps: 3, difference: 0.05 },
  }),
  'server-errors': measure('failures', 'per-second', 'Server errors', {
    ...{ cause: 'server-errors', factor: 4, difference: 0.5 },
  }),
  'store-requests': measure('store', 'per-second', 'Requests to object storage', {
    ...{ cause: 'store-requests', difference: 10 },
  }),
  'store-latency': measure('store', 'ms', 'Time of a read request', {
    ...{ cause: 'store-slow', minSteps: 2, difference: 20 },
  }),
  'store-errors': measure('store', 'per-second', 'Failed requests to object storage', {
    ...{ cause: 'store-errors', difference: 0.1 },
  }),
  'store-throttled': measure('store', 'per-second', 'Throttled requests', {
    ...{ cause: 'store-throttled', difference: 0.1 },
  }),
  'store-writes': measure('store', 'per-second', 'Writes to buckets', { difference: 10 }),
  'multipart-open': measure('store', 'count', 'Multipart uploads without an end', {
    ...{ cause: 'multipart-left', difference: 2 },
  }),
  'cache-hit-ratio': measure('cache', 'ratio', 'Cache hit ratio', {
    ...{ merge: 'min', bad: 'down', cause: 'cache-missed', minSteps: 2, factor: 1.3, difference: 0.25 },
  }),
  'cache-evictions': measure('cache', 'bytes-per-second', 'Cache evictions', {
    ...{ cause: 'cache-evicted', factor: 4, difference: mib / 2 },
  }),
  'cache-writes': measure('cache', 'bytes-per-second', 'Bytes written into the cache', {
    ...{ cause: 'cache-filled', factor: 4, difference: mib },
  }),
  'ttl-moves': measure('moves', 'bytes-per-second', 'TTL moves', {
    ...{ cause: 'ttl-moves', difference: mib / 2 },
  }),
  moves: measure('moves', 'bytes-per-second', 'Moves', { cause: 'moves', difference: mib / 2 }),
  fetches: measure('moves', 'bytes-per-second', 'Fetches', { cause: 'fetches', difference: mib }),
  merges: measure('merges', 'bytes-per-second', 'Merges', { cause: 'merges', factor: 4, difference: mib }),
  'merge-time': measure('merges', 'ratio', 'Merges at one time', { difference: 1 }),
  mutations: measure('merges', 'bytes-per-second', 'Mutations', { cause: 'mutation', difference: mib / 4 }),
  'new-parts': measure('parts', 'per-second', 'New parts', { cause: 'new-parts', difference: 3 }),
  'inserted-bytes': measure('parts', 'bytes-per-second', 'Inserts', {
    ...{ cause: 'insert-load', difference: mib },
  }),
  'part-count': measure('parts', 'count', 'Active parts', {
    ...{ cause: 'part-count', minSteps: 2, factor: 1.5, difference: 100 },
  }),
  'disk-used': measure('disks', 'ratio', 'Used space', {
    ...{ cause: 'disk-full', minSteps: 2, factor: 1.1, difference: 0.1 },
  }),
  'queue-entries': measure('replication', 'count', 'Replication queue', {
    ...{ cause: 'replica-lag', minSteps: 2, difference: 20 },
  }),
  'replica-delay': measure('replication', 'ms', 'Delay of the slowest replica', {
    ...{ cause: 'replica-lag', minSteps: 2, difference: 30_000 },
  }),
  'read-only-tables': measure('replication', 'count', 'Read-only tables', {
    cause: 'read-only',
    difference: 1,
  }),
} as const satisfies Record<string, Measure>

export type MeasureName = keyof typeof measures
export const measureNames = Object.keys(measures) as [MeasureName, ...MeasureName[]]

export function measureOf(name: MeasureName): Measure {
  return measures[name]
}
