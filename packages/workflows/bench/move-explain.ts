import { explainMoves } from '@frostline/services'
import type { MigrationLab } from '../src/testing/migration-lab.ts'
import { type BenchRow, median, seconds } from './print-table.ts'

const PARTS = 10_000
const ROUNDS = 9

/** Explaining every part of a table of 10,000 late parts, compared with the one read of system.parts that it needs. */
export async function benchMoveExplain(lab: MigrationLab): Promise<BenchRow[]> {
  const [first] = lab.admins
  if (!first) throw new Error('The lab has no node')
  const client = first[1]
  await client.command({
    query: `CREATE TABLE lab.late (t DateTime, id UInt64) ENGINE = MergeTree PARTITION BY id ORDER BY id
      TTL t + INTERVAL 1 SECOND TO VOLUME 'cold'
      SETTINGS storage_policy = 'tiered', parts_to_throw_insert = 1000000, parts_to_delay_insert = 1000000,
        max_parts_in_total = 1000000`,
  })
  await client.command({ query: 'SYSTEM STOP MOVES lab.late' })
  const block = 1000
  for (let from = 0; from < PARTS; from += block)
    await client.command({
      query: `INSERT INTO lab.late SELECT now(), number FROM numbers(${from}, ${block})`,
      clickhouse_settings: { max_partitions_per_insert_block: '0' },
    })
  await client.command({ query: 'SYSTEM FLUSH LOGS' })
  const ours: number[] = []
  const bare: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    let started = performance.now()
    const { data } = await explainMoves(lab.ctx, {
      cluster: lab.clusterId,
      database: 'lab',
      table: 'late',
      fresh: true,
    })
    ours.push(performance.now() - started)
    const explained = data.reasons.reduce((sum, { parts }) => sum + parts, 0)
    if (explained !== PARTS) throw new Error(`${explained} of ${PARTS} parts were explained`)
    started = performance.now()
    await lab.rows(
      client,
      `SELECT name, partition, partition_id, disk_name, rows, bytes_on_disk, \`move_ttl_info.expression\`,
         \`move_ttl_info.max\` FROM system.parts WHERE active AND database = 'lab' AND table = 'late'`,
    )
    bare.push(performance.now() - started)
  }
  return [
    {
      what: `move explain, server time, ${PARTS.toLocaleString('en')} late parts`,
      ours: seconds(median(ours)),
      bare: seconds(median(bare)),
      ratio: median(ours) / median(bare),
      goal: 'under 2 s',
    },
  ]
}
