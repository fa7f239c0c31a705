import { getOverview } from '@frostline/services'
import type { MigrationLab } from '../src/testing/migration-lab.ts'
import { type BenchRow, median, seconds } from './print-table.ts'

const PARTS = 20_000
const ROUNDS = 15

/** The overview's server time with 20,000 active parts, against the one aggregation that nobody can avoid. */
export async function benchOverview(lab: MigrationLab): Promise<BenchRow[]> {
  const [first] = lab.admins
  if (!first) throw new Error('The lab has no node')
  const client = first[1]
  await client.command({
    query: `CREATE TABLE lab.many (id UInt64) ENGINE = MergeTree PARTITION BY id ORDER BY id
      SETTINGS storage_policy = 'tiered', parts_to_throw_insert = 1000000, parts_to_delay_insert = 1000000,
        max_parts_in_total = 1000000`,
  })
  const block = 1000
  for (let from = 0; from < PARTS; from += block)
    await client.command({
      query: `INSERT INTO lab.many SELECT number FROM numbers(${from}, ${block})`,
      clickhouse_settings: {
        max_partitions_per_insert_block: '0',
        throw_on_max_partitions_per_insert_block: false,
      },
    })
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
