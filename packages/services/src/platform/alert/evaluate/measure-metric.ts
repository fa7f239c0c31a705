import {
  cacheSamples,
  type Database,
  diskSamples,
  nodeSamples,
  sumSamples,
  tableSamples,
  tierSamples,
} from '@frostline/db'
import {
  type CustomRule,
  isCacheMetric,
  type MetricReading,
  measureCache,
  measureDisk,
  measureNode,
  measureTiers,
  type RuleMetric,
} from '@frostline/domain'

/** What a metric is now, for each subject of a cluster that has samples within the window. */
export async function measureMetric(
  db: Database,
  cluster: { id: string; name: string },
  { metric, windowMinutes }: Pick<CustomRule, 'metric' | 'windowMinutes'>,
  now: Date,
): Promise<MetricReading[]> {
  // The bucket that contains the start of the window counts too.
  const from = new Date(now.getTime() - windowMinutes * 60_000)
  const span = { grain: 'minute' as const, from, to: new Date(now.getTime() + 1) }
  const of = (rest: Partial<MetricReading>) => ({
    subject: cluster.name,
    node: null,
    table: null,
    value: null,
    ...rest,
  })
  switch (metric) {
    case 'disk-used-percent':
    case 'disk-used-gib':
      return (await sumSamples(db, diskSamples, cluster.id, span)).map((held) =>
        of({
          subject: `${held.nodeName}/${held.disk}`,
          node: held.nodeName,
          value: measureDisk(metric, held),
        }),
      )
    case 'cluster-hot-gib':
    case 'cluster-cold-gib':
    case 'cluster-parts':
      return (await sumSamples(db, tierSamples, cluster.id, span)).map((held) =>
        of({ value: measureTiers(metric, held) }),
      )
    case 'table-hot-gib':
    case 'table-cold-gib':
    case 'table-parts':
      return (await sumSamples(db, tableSamples, cluster.id, { ...span, grain: 'ten_minutes' })).map((held) =>
        of({
          subject: `${held.database}.${held.table}`,
          table: { database: held.database, table: held.table },
          value: measureTiers(metric, held),
        }),
      )
    default:
      return measureNodes(db, cluster.id, metric, span)
  }
}

type NodeMetric = Exclude<RuleMetric, `disk-${string}` | `cluster-${string}` | `table-${string}`>

async function measureNodes(
  db: Database,
  clusterId: string,
  metric: NodeMetric,
  span: { grain: 'minute'; from: Date; to: Date },
): Promise<MetricReading[]> {
  const frame = (node: string) => ({ subject: node, atMs: span.from.getTime() })
  const read = isCacheMetric(metric)
    ? (await sumSamples(db, cacheSamples, clusterId, span)).map((step) => ({
        node: step.nodeName,
        value: measureCache(metric, { ...step, ...frame(step.nodeName), coveredMs: Number(step.coveredMs) }),
      }))
    : (await sumSamples(db, nodeSamples, clusterId, span)).map((step) => ({
        node: step.nodeName,
        value: measureNode(metric, { ...step, ...frame(step.nodeName), coveredMs: Number(step.coveredMs) }),
      }))
  return read.map(({ node, value }) => ({ subject: node, node, table: null, value }))
}
