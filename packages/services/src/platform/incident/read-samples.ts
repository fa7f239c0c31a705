import { diskSamples, nodeSamples, readSteps, replicaSamples } from '@frostline/db'
import {
  type MeasureName,
  oldestKept,
  sampleGrainNames,
  sampleGrains,
  type TimelineSeries,
} from '@frostline/domain'
import type { ServiceContext } from '../base/context.ts'
import type { LogSpan } from './read-node-logs.ts'

const sampleSource = 'samples of the console'

/**
 * Parts, replication queues and disks of all nodes from the samples that a worker took once a minute, also of nodes that are
 * away now.
 */
export async function readSamples(
  ctx: ServiceContext,
  clusterId: string,
  span: LogSpan,
): Promise<TimelineSeries[]> {
  const grain =
    sampleGrainNames.find((each) => oldestKept(ctx.now(), each).getTime() <= span.fromMs) ?? 'hour'
  const stepMs = Math.max(span.stepMs, sampleGrains[grain].seconds * 1000)
  const fromMs = Math.floor(span.fromMs / stepMs) * stepMs
  const times = { grain, from: new Date(fromMs), to: new Date(span.toMs), stepSeconds: stepMs / 1000 }
  const [nodes, replicas, disks] = await Promise.all([
    readSteps(ctx.db, nodeSamples, clusterId, times),
    readSteps(ctx.db, replicaSamples, clusterId, times),
    readSteps(ctx.db, diskSamples, clusterId, times),
  ])
  const count = Math.ceil((span.toMs - fromMs) / stepMs)
  const series = new Map<string, TimelineSeries & { values: (number | null)[] }>()
  function put(measure: MeasureName, node: string, subject: string, at: Date, value: number): void {
    const key = `${measure} ${node} ${subject}`
    const held = series.get(key) ?? {
      ...{ measure, subject, label: subject === '' ? 'all tables' : subject, node, fromMs, stepMs },
      values: Array.from({ length: count }, (): number | null => null),
      query: sampleSource,
    }
    held.values[Math.round((at.getTime() - fromMs) / stepMs)] = value
    series.set(key, held)
  }
  for (const row of nodes) {
    put('part-count', row.nodeName, '', row.at, Number(row.parts))
    put('queue-entries', row.nodeName, '', row.at, Number(row.queueEntries))
  }
  for (const row of replicas) {
    put('replica-delay', row.nodeName, '', row.at, Number(row.delaySeconds) * 1000)
    put('read-only-tables', row.nodeName, '', row.at, Number(row.readOnlyTables))
  }
  for (const row of disks)
    if (row.totalBytes !== null && row.totalBytes > 0n)
      put(
        'disk-used',
        row.nodeName,
        row.disk,
        row.at,
        Number((row.usedBytes * 10_000n) / row.totalBytes) / 10_000,
      )
  return [...series.values()]
}
