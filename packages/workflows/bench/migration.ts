import { setTimeout as sleep } from 'node:timers/promises'
import type { MigrationLab } from '../src/testing/migration-lab.ts'
import { type BenchRow, median, seconds } from './print-table.ts'

const MONTHS = 24
const ROUNDS = 3

/** Until the first of these is over, both programs still compile themselves. */
const WARM_UP_ROUNDS = 1

/**
 * A migration of 24 partitions against the same 24 ALTERs sent back to back by a bare client. The rounds alternate
 * (ours, bare, bare, ours, …), so that a machine that warms up or slows down favours neither. Ours is timed from the
 * click to the proved end, queueing, looks, ledger and proofs included.
 */
export async function benchMigration(lab: MigrationLab): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  for (const { name, rowsPerPart } of [
    { name: 'bench_large', rowsPerPart: 320_000 },
    { name: 'bench_small', rowsPerPart: 15_000 },
  ]) {
    await lab.createTable(name, { months: MONTHS, parts: 2, rowsPerPart })
    const ours: number[] = []
    const bare: number[] = []
    for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
      const order = round % 2 === 0 ? [timeOurs, timeBare] : [timeBare, timeOurs]
      for (const time of order) {
        const elapsedMs = await time(lab, name)
        if (round >= WARM_UP_ROUNDS) (time === timeOurs ? ours : bare).push(elapsedMs)
        await moveAll(lab, name, 'hot')
      }
    }
    const bytes = await sizeOf(lab, name)
    rows.push({
      what: `tier migration of ${MONTHS} partitions, ${bytes}`,
      ours: seconds(median(ours)),
      bare: seconds(median(bare)),
      ratio: median(ours) / median(bare),
      goal: '≤ 1.03',
    })
  }
  return rows
}

async function timeOurs(lab: MigrationLab, table: string): Promise<number> {
  const started = performance.now()
  const id = await lab.start(table)
  // A lean look four times a second: watching must not take part in what is measured.
  for (;;) {
    const { status } = await lab.db.tierMigration.findUniqueOrThrow({
      where: { id },
      select: { status: true },
    })
    if (status === 'completed') return performance.now() - started
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
