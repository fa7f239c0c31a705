import { setTimeout as sleep } from 'node:timers/promises'
import type { ClickHouseClient } from '@clickhouse/client'
import { cancelTierMigration, getTierMigration, type TierMigrationRequest } from '@frostline/services'
import type { MigrationLab } from '../src/testing/migration-lab.ts'
import { type BenchRow, seconds } from './print-table.ts'

const IDLE_MS = 15_000
/** A paced migration may run for at most this long: the lower its limits, the longer it takes. */
const PACED_MS = 90_000

/** How a migration on the same node affects the queries of others, unpaced and paced. */
export async function benchPacing(lab: MigrationLab): Promise<BenchRow[]> {
  const client = lab.admins[0]?.[1]
  if (!client) throw new Error('The lab has no node')
  await client.command({
    query: 'CREATE TABLE lab.foreground (id UInt64, text String) ENGINE = MergeTree ORDER BY id',
  })
  await client.command({
    query: 'INSERT INTO lab.foreground SELECT number, randomPrintableASCII(50) FROM numbers(1000000)',
  })
  await lab.createTable('bench_paced', { months: 24, parts: 2, rowsPerPart: 80_000 })
  await measureForeground(client, () => sleep(5000))
  const idleMs = await measureForeground(client, () => sleep(IDLE_MS))
  const unpacedMs = await measureForeground(client, () => migrate(lab, { concurrencyPerReplica: 2 }))
  await moveBack(lab, client)
  // The first samples must not include the unpaced migration.
  await measureForeground(client, () => sleep(12_000))
  let moved = 0n
  const pacedMs = await measureForeground(client, async () => {
    moved = await migrate(lab, { pacing: { foregroundP95Ms: Math.ceil(idleMs * 1.1) } })
  })
  if (moved === 0n) throw new Error('The paced migration moved nothing, so it shows nothing')
  const row = (what: string, ours: number, goal: string): BenchRow => ({
    what,
    ours: seconds(ours),
    bare: seconds(idleMs),
    ratio: ours / idleMs,
    goal,
  })
  const mebibytes = Number(moved / 1_048_576n)
  return [
    row('p95 of foreground queries during an unpaced migration, ÷ idle', unpacedMs, 'over 1.2'),
    row(`the same, paced by their p95 (${mebibytes} MiB moved meanwhile)`, pacedMs, '≤ 1.2'),
  ]
}

/** The 95th percentile of the queries that ran during `work`, as their client saw it, in milliseconds. */
async function measureForeground(client: ClickHouseClient, work: () => Promise<unknown>): Promise<number> {
  let over = false
  const times: number[] = []
  const load = (async () => {
    while (!over) {
      const started = performance.now()
      const answer = await client.query({
        query: 'SELECT sum(cityHash64(id, text)) FROM lab.foreground',
        format: 'JSONEachRow',
        clickhouse_settings: { max_threads: 1 },
      })
      await answer.text()
      times.push(performance.now() - started)
      await sleep(50)
    }
  })()
  await work()
  over = true
  await load
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN
}

/** Bytes moved until it was done, or until the time was over. */
async function migrate(lab: MigrationLab, limits: TierMigrationRequest['limits']): Promise<bigint> {
  const id = await lab.start('bench_paced', { limits })
  const deadline = performance.now() + PACED_MS
  for (;;) {
    const { status, movedBytes } = await getTierMigration(lab.ctx, { id })
    if (status === 'completed') return movedBytes
    if (performance.now() > deadline) {
      await cancelTierMigration(lab.ctx, { id })
      return (await lab.waitUntilSettled(id)).movedBytes
    }
    await sleep(1000)
  }
}

async function moveBack(lab: MigrationLab, client: ClickHouseClient): Promise<void> {
  const partitions = await lab.rows<{ id: string }>(
    client,
    `SELECT DISTINCT partition_id AS id FROM system.parts WHERE active AND table = 'bench_paced' AND disk_name != 'default'`,
  )
  for (const { id } of partitions)
    await client.command({ query: `ALTER TABLE lab.bench_paced MOVE PARTITION ID '${id}' TO VOLUME 'hot'` })
}
