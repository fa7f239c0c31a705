import { type Operations, readOperations, type ServiceContext } from '@frostline/services'
import { frontRefusals } from '../front/front-refusals.ts'
import { renderLabels } from './histogram.ts'
import type { Metrics } from './metrics.ts'

/** Prometheus text: the process, its calls, and the state of migrations, workers and nodes. */
export async function renderMetrics(ctx: ServiceContext, metrics: Metrics): Promise<string> {
  const operations = renderOperations(await readOperations(ctx))
  return renderProcess() + renderRefusals() + metrics.render() + operations
}

function renderProcess(): string {
  const memory = process.memoryUsage()
  const cpu = process.cpuUsage()
  return [
    renderSamples('process_cpu_seconds_total', 'counter', 'CPU time used.', [
      { value: (cpu.user + cpu.system) / 1_000_000 },
    ]),
    renderSamples('process_resident_memory_bytes', 'gauge', 'Memory in use.', [{ value: memory.rss }]),
    renderSamples('nodejs_heap_size_used_bytes', 'gauge', 'JavaScript heap in use.', [
      { value: memory.heapUsed },
    ]),
    renderSamples('process_uptime_seconds', 'gauge', 'Time since the start of the process.', [
      { value: process.uptime() },
    ]),
  ].join('')
}

function renderRefusals(): string {
  const samples = frontRefusals()
    .count()
    .map(({ reason, status, count }) => ({ labels: { reason, status: String(status) }, value: count }))
  return renderSamples(
    'frostline_refused_requests_total',
    'counter',
    'Requests that were refused before they reached the application.',
    samples,
  )
}

function renderOperations({ tierMigrations, workerAgeMs, nodes }: Operations): string {
  return [
    renderSamples(
      'frostline_tier_migrations',
      'gauge',
      'Tier migrations by status.',
      tierMigrations.map(({ status, count }) => ({ labels: { status }, value: count })),
    ),
    renderSamples(
      'frostline_worker_heartbeat_age_seconds',
      'gauge',
      'Age of the newest worker heartbeat. Missing if no worker runs.',
      workerAgeMs === null ? [] : [{ value: workerAgeMs / 1000 }],
    ),
    renderSamples(
      'frostline_node_reachable',
      'gauge',
      '1 if the node responded within 2 s.',
      nodes.map(({ cluster, node, reachable }) => ({ labels: { cluster, node }, value: reachable ? 1 : 0 })),
    ),
    renderSamples('frostline_nodes_unreachable', 'gauge', 'Nodes that did not respond.', [
      { value: nodes.filter((node) => !node.reachable).length },
    ]),
  ].join('')
}

interface Sample {
  labels?: Record<string, string>
  value: number
}

/** One metric whose values are known now. */
function renderSamples(
  name: string,
  type: 'gauge' | 'counter',
  help: string,
  samples: readonly Sample[],
): string {
  const lines = samples.map(({ labels, value }) => `${name}${renderLabels(labels ?? {})} ${value}`)
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ''].join('\n')
}
