import { setTimeout as sleep } from 'node:timers/promises'
import type { MigrationLab } from '../src/testing/migration-lab.ts'
import { type BenchRow, seconds } from './print-table.ts'

interface BenchCase {
  name: string
  months: number
  parts: number
  rowsPerPart: number
  rounds: number
  goal: string
}

const cases: readonly BenchCase[] = [
  { name: 'bench_large', months: 24, parts: 2, rowsPerPart: 320_000, rounds: 5, goal: '≤ 1.03' },
  { name: 'bench_small', months: 24, parts: 2, rowsPerPart: 15_000, rounds: 5, goal: 'for the record' },
  { name: 'bench_tiny', months: 500, parts: 1, rowsPerPart: 10, rounds: 4, goal: '≤ 1.15' },
]

/** During the first of these, the JIT of both programs is still warming up. */
const WARM_UP_ROUNDS = 1

/**
 * Migrations compared with the same ALTERs sent back to back by a bare client. The rounds alternate (ours, bare, bare,
 * ours, …), so that a machine that warms up or slows down favours neither, and the fastest round of each is compared,
 * since other load on a shared machine only adds time. Ours is timed from the click to the verified end: planning,
 * observations, ledger and proofs included.
 */
export async function benchMigration(lab: MigrationLab): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  for (const { name, rounds, goal, ...size } of cases) {
    await lab.createTable(name, size)
    const ours: number[] = []
    const bare: number[] = []
    for (let round = 0; round < WARM_UP_ROUNDS + rounds; round++) {
      const order = round % 2 === 0 ? [timeOurs, timeBare] : [timeBare, timeOurs]
      for (const time of order) {
        const elapsedMs = await time(lab, name)
        if (round >= WARM_UP_ROUNDS) (time === timeOurs ? ours : bare).push(elapsedMs)
        await moveAll(lab, name, 'hot')
      }
    }
    rows.push({
      what: `tier migration of ${size.months} partitions, ${await sizeOf(lab, name)}`,
      ours: seconds(Math.min(...ours)),
      bare: seconds(Math.min(...bare)),
      ratio: Math.min(...ours) / Math.min(...bare),
      goal,
    })
  }
  return rows
}

async function timeOurs(lab: MigrationLab, table: string): Promise<number> {
  const startedAtMs = Date.now()
  const id = await lab.start(table, { goal: { kind: 'older-than', before: '2099-01-01T00:00:00Z' } })
  // Polls lightly four times a second: watching must not affect the measurement. The ledger has the exact end.
  for (;;) {
    const { status, finishedAt } = await lab.db.run.findUniqueOrThrow({
      where: { id },
      select: { status: true, finishedAt: true },
    })
    if (status === 'completed' && finishedAt) return finishedAt.getTime() - startedAtMs
    if (status === 'failed' || status === 'cancelled') throw new Error(`The migration ended ${status}`)
    await sleep(250)
  }
}

async function timeBare(lab: MigrationLab, table: string): Promise<number> {
  const started = performance.now()
  await moveAll(lab, table, 'cold')
  return performance.now() - started
}

async function moveAll(lab: MigrationLab, table: string, volume: 'hot' | 'cold'): Promise<void> {
  for (const [, client] of lab.admins) {
    const partitions = await lab.rows<{ id: string }>(
      client,
      `SELECT DISTINCT partition_id AS id FROM system.parts WHERE active AND table = '${table}' ORDER BY id`,
    )
    for (const { id } of partitions)
      await client.command({
        query: `ALTER TABLE lab.${table} MOVE PARTITION ID '${id}' TO VOLUME '${volume}'`,
      })
  }
}

async function sizeOf(lab: MigrationLab, table: string): Promise<string> {
  const [first] = lab.admins
  if (!first) throw new Error('The lab has no node')
  const [row] = await lab.rows<{ size: string }>(
    first[1],
    `SELECT formatReadableSize(sum(bytes_on_disk)) AS size FROM system.parts WHERE active AND table = '${table}'`,
  )
  return row?.size ?? 'unknown'
}
