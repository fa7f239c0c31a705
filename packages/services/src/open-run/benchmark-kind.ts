import { benchmarkObjectTypes } from '../benchmark/object-type.ts'
import { placesOf } from '../benchmark/refuse-busy-nodes.ts'
import { pageOf } from './open-run.ts'
import { openRunsOf } from './open-runs-of.ts'

/** A replay may send its queries to another cluster. */
export const benchmarks = openRunsOf('benchmark', {
  spansClusters: true,
  async list(tx, run, scope) {
    const rows = await tx.benchmark.findMany({
      where: { run },
      include: { run: { include: { cluster: pageOf } } },
    })
    return rows.flatMap(({ run, ...row }) => {
      const places = placesOf({ ...row, clusterId: run.clusterId }).filter(
        ({ clusterId }) => clusterId === scope.clusterId,
      )
      if (run.clusterId !== scope.clusterId && places.length === 0) return []
      const names = places.flatMap(({ nodeName }) => nodeName ?? [])
      return {
        ...{ run, objectType: benchmarkObjectTypes[row.kind], name: row.subject },
        nodes: names.length < places.length ? ('all' as const) : names,
      }
    })
  },
})
