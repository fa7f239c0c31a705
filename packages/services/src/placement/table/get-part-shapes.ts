import { partShapes as partShapesQuery, tableIdentity } from '@frostline/clickhouse'
import { partAgeBounds, partSizeBounds, sumPartShapes } from '@frostline/domain'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { readCluster } from '../../platform/reading/read-cluster.ts'
import { requireTable } from '../../platform/reading/require-table.ts'
import { type GetPartShapesInput, getPartShapesInput, type PartShapes } from './parts-schema.ts'

/**
 * Active parts of one table over all nodes, by age and size. Counted by the nodes, whatever the number of parts.
 * @throws ServiceError `not_found`, `unreachable`.
 */
export async function getPartShapes(ctx: ServiceContext, given: GetPartShapesInput): Promise<PartShapes> {
  const input = await authorizeInput(ctx, 'viewer', getPartShapesInput, given)
  const { database, table } = input
  const reading = await readCluster(ctx, input, async (reader) => {
    const [identity, shapes] = await Promise.all([
      reader.ask(tableIdentity, { database, table }),
      reader.ask(partShapesQuery, {
        database,
        table,
        ages: partAgeBounds.map(String),
        sizes: partSizeBounds.map(String),
      }),
    ])
    return identity.length === 0 ? null : shapes
  })
  const present = requireTable(reading, input)
  return {
    ...reading.envelope,
    data: { coverage: reading.coverage, shapes: sumPartShapes(present.flatMap(({ value }) => value)) },
  }
}
