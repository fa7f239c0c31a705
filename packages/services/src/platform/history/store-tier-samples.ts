import { addSamples, type Database, tableSamples, tierSamples } from '@frostline/db'
import { floorToGrain, maxSampledTables, type TierSizes, totalOfTiers } from '@frostline/domain'
import { compareValues } from '../reading/compare.ts'
import type { ClusterReading } from '../reading/read-cluster.ts'
import { mergeTableSizes, type NodeSizes, sumTiers, type TableSizes } from '../reading/table-sizes.ts'

/**
 * The tiers each minute, and every ten minutes the largest tables.
 * @param reading of all nodes: a sum without one would look like a drop.
 */
export async function storeTierSamples(
  db: Database,
  clusterId: string,
  { readings, silent }: Pick<ClusterReading<NodeSizes>, 'readings' | 'silent'>,
  now: Date,
): Promise<void> {
  const tables = [...mergeTableSizes({ readings, recalled: [], silent }).values()]
  const place = { clusterId, at: now }
  await addSamples(db, tierSamples, place, [toLevels(sumTiers(tables.map(({ tiers }) => tiers)))])
  const bucket = { clusterId, grain: 'ten_minutes' as const, at: floorToGrain(now, 'ten_minutes') }
  if (await db.tableSample.findFirst({ where: bucket, select: { at: true } })) return
  await addSamples(
    db,
    tableSamples,
    place,
    largest(tables).map(({ database, table, tiers }) => ({ database, table, ...toLevels(tiers) })),
  )
}

function largest(tables: readonly TableSizes[]): TableSizes[] {
  return tables
    .toSorted((a, b) => compareValues(totalOfTiers(b.tiers).bytes, totalOfTiers(a.tiers).bytes))
    .slice(0, maxSampledTables)
}

function toLevels({ hot, cold }: TierSizes) {
  return {
    ...{ hotBytes: hot.bytes, coldBytes: cold.bytes },
    ...{ hotParts: hot.parts, coldParts: cold.parts },
    ...{ hotRows: hot.rows, coldRows: cold.rows },
  }
}
