import { getOverview } from '@frostline/services'
import type { MigrationLab } from '../src/testing/migration-lab.ts'
import { createManyParts } from './many-parts.ts'
import { type BenchRow, median, seconds } from './print-table.ts'

const PARTS = 20_000
const ROUNDS = 15

/** The overview's server time with 20,000 active parts, against the one aggregation that nobody can avoid. */
export async function benchOverview(lab: MigrationLab): Promise<BenchRow[]> {
  const [first] = lab.admins
  if (!first) throw new Error('The lab has no node')
  const client = first[1]
  await createManyParts(client, 'many', PARTS, "storage_policy = 'tiered'")
  const ours: number[] = []
  const bare: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    let started = performance.now()
    const overview = await getOverview(lab.ctx, { cluster: lab.clusterId, fresh: true })
    ours.push(performance.now() - started)
    if (!overview.data.coverage.complete) throw new Error('The overview did not see every node')
    started = performance.now()
    await lab.rows(
      client,
      `SELECT database, table, disk_name, count(), sum(rows), sum(bytes_on_disk) FROM system.parts
       WHERE active GROUP BY database, table, disk_name`,
    )
    bare.push(performance.now() - started)
  }
  return [
    {
      what: `overview, server time, ${PARTS.toLocaleString('en')} active parts`,
      ours: seconds(median(ours)),
      bare: seconds(median(bare)),
      ratio: median(ours) / median(bare),
      goal: 'for the record',
    },
  ]
}
