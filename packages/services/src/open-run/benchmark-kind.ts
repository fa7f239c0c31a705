import { activeBenchmarkStatuses } from '@frostline/domain'
import { benchmarkObjectTypes } from '../benchmark/object-type.ts'
import { placesOf } from '../benchmark/refuse-busy-nodes.ts'
import { type OpenRunKind, pageOf } from './open-run.ts'

/** A replay may send its queries to another cluster. */
export const benchmarks: OpenRunKind = {
  word: 'benchmark of',
  remedy: 'Wait for benchmarks or cancel them.',
  table: 'benchmark',
  spansClusters: true,
  hasSource: false,
  async list(tx, scope) {
    if ('sourceId' in scope) return []
    const rows = await tx.benchmark.findMany({
      where: { status: { in: [...activeBenchmarkStatuses] } },
      include: { cluster: pageOf },
    })
    return rows.flatMap((row) => {
      const places = placesOf(row).filter(({ clusterId }) => clusterId === scope.clusterId)
      if (row.clusterId !== scope.clusterId && places.length === 0) return []
      const names = places.flatMap(({ nodeName }) => nodeName ?? [])
      return {
        objectType: benchmarkObjectTypes[row.kind],
        objectId: row.id,
        clusterSlug: row.cluster.slug,
        name: row.subject,
        status: row.status,
        nodes: names.length < places.length ? ('all' as const) : names,
      }
    })
  },
  forget: (tx, clusterId) => tx.benchmark.deleteMany({ where: { clusterId } }),
}
