import type { ServiceContext } from '../../platform/base/context.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import type { ClusterReading } from '../../platform/reading/read-cluster.ts'
import { readCluster } from '../../platform/reading/read-cluster.ts'
import { requireTable } from '../../platform/reading/require-table.ts'
import { observePlacement, type PlacementOfNode } from './observe-placement.ts'
import { readPlans } from './read-plans.ts'

export interface PlacementReading extends Pick<ClusterReading<unknown>, 'coverage' | 'envelope'> {
  nodes: PlacementOfNode[]
}

/** Throws ServiceError `not_found`, `unreachable`, and `invalid` for a table without parts. */
export async function readPlacement(
  ctx: ServiceContext,
  input: { cluster: string; database: string; table: string; fresh: boolean },
): Promise<PlacementReading> {
  const at = { database: input.database, table: input.table }
  const { id: clusterId } = await ctx.clusters.get(input.cluster)
  const plans = await readPlans(ctx.db, { clusterId, ...at })
  const reading = await readCluster(ctx, input, (reader, node) =>
    // A rejection about the table must not look like an unreachable node.
    observePlacement(reader, node.name, at, plans).catch((thrown: unknown) => {
      if (thrown instanceof ServiceError) return thrown
      throw thrown
    }),
  )
  const present = requireTable(reading, at).map(({ value }) => {
    if (value instanceof ServiceError) throw value
    return value
  })
  return { coverage: reading.coverage, envelope: reading.envelope, nodes: present }
}
