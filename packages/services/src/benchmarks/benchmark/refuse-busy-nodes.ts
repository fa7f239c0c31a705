import type { Benchmark, Transaction } from '@frostline/db'
import { openRunStatuses, replaySpec } from '@frostline/domain'
import { ServiceError } from '../../platform/base/service-error.ts'

type Measuring = Pick<Benchmark, 'kind' | 'nodeName'> & { clusterId: string; spec: unknown }

interface MeasuredPlace {
  clusterId: string
  /** Null: any node of it. */
  nodeName: string | null
}

/** The nodes that a benchmark uses. A replay may send its queries to another cluster, and to all nodes. */
export function placesOf({ kind, clusterId, nodeName, spec }: Measuring): MeasuredPlace[] {
  if (kind !== 'replay') return [{ clusterId, nodeName }]
  return replaySpec.parse(spec).targets.map(({ clusterId: own, route }) => ({
    clusterId: own,
    nodeName: route.kind === 'node' ? route.node : null,
  }))
}

/**
 * Two benchmarks at once would measure each other.
 * @throws ServiceError `conflict` naming what is running
 */
export async function refuseBusyNodes(tx: Transaction, wanted: Measuring): Promise<void> {
  const places = placesOf(wanted)
  const open = await tx.benchmark.findMany({
    where: { run: { status: { in: [...openRunStatuses] } } },
    include: { run: true },
  })
  for (const rival of open) {
    const shared = placesOf({ ...rival, clusterId: rival.run.clusterId }).find((own) =>
      places.some((place) => overlap(own, place)),
    )
    if (!shared) continue
    const where = shared.nodeName ?? wanted.nodeName
    throw new ServiceError(
      'conflict',
      `Another benchmark uses ${where}: the one of ${rival.subject} by ${rival.run.requestedBy} is ${rival.run.status}.`,
      { hint: 'Benchmarks at the same time distort each other. Wait until it ends, or cancel it first.' },
    )
  }
}

function overlap(a: MeasuredPlace, b: MeasuredPlace): boolean {
  return (
    a.clusterId === b.clusterId && (a.nodeName === null || b.nodeName === null || a.nodeName === b.nodeName)
  )
}
