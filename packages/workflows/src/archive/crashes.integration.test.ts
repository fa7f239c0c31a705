import { attachArchive } from '@frostline/services'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ArchiveLab, openArchiveLab } from '../testing/archive-lab.ts'
import type { CrashPoint } from '../testing/crashing-worker.ts'

let lab: ArchiveLab
beforeAll(async () => {
  lab = await openArchiveLab({ shards: 1 })
}, 120_000)
afterAll(() => lab?.close())

/** As for loads: every so many steps; FROSTLINE_CRASH_STRIDE=1 tries each. */
const stride = Number(process.env.FROSTLINE_CRASH_STRIDE ?? 19)
const seed = Number(process.env.FROSTLINE_CRASH_SEED ?? 5)
const kinds = ['before', 'sent', 'after'] as const

async function createSmall(table: string): Promise<string> {
  await lab.command(
    `CREATE TABLE lab.${table} (day Date, id UInt64, text String) ENGINE = MergeTree PARTITION BY toYYYYMM(day) ORDER BY id`,
  )
  await lab.command(
    `INSERT INTO lab.${table} SELECT toDate('2024-01-15') + INTERVAL number % 2 MONTH, number, toString(number) FROM numbers(20)`,
  )
  return lab.sum(table)
}

/** Drives it until it waits or has ended, however often its workers are killed before. */
async function driveOn(id: string): Promise<string> {
  const { status } = await lab.runOf(id)
  return ['queued', 'running', 'cancelling', 'pausing'].includes(status)
    ? (await lab.drive(id)).status
    : status
}

/** What all proved files hold, read back from the bucket. */
async function sumFiles(id: string): Promise<string> {
  const files = await lab.db.archiveFile.findMany({ where: { archiveId: id, state: 'proved' } })
  const [[, client] = []] = lab.admins
  if (!client || files.length === 0) return ''
  const { endpoint, accessKeyId, secretAccessKey } = lab.store
  const each = files.map(
    ({ key }) =>
      `SELECT * FROM s3('${endpoint}/${lab.bucket}/${key}', '${accessKeyId}', '${secretAccessKey}', 'Parquet', 'day Date, id UInt64, text String')`,
  )
  const [row] = await lab.rows<{ n: string; s: string }>(
    client,
    `SELECT toString(count()) AS n, toString(sum(cityHash64(tuple(*)))) AS s FROM (${each.join(' UNION ALL ')})`,
  )
  return `${row?.n} rows ${row?.s}`
}

async function countDetached(table: string): Promise<number> {
  const [[, client] = []] = lab.admins
  if (!client) return 0
  const [row] = await lab.rows<{ n: number }>(
    client,
    `SELECT toUInt32(count()) AS n FROM system.detached_parts WHERE database = 'lab' AND table = '${table}'`,
  )
  return row?.n ?? 0
}

it('wherever its worker is killed, nothing is lost, doubled, or dropped before its proof', {
  timeout: stride === 1 ? 3_600_000 : 240_000,
}, async () => {
  const reached = { exporting: 0, detaching: 0, dropping: 0 }
  for (let step = 1 + (seed % stride); ; step += stride) {
    const point: CrashPoint = { step, when: kinds[step % 3] ?? 'after' }
    const table = `crash_${step}`
    const before = await createSmall(table)
    const id = await lab.start(table)
    const at = await lab.crash(id, point)
    const where = `step ${step} (${at}), ${point.when}, stride ${stride}, seed ${seed}`
    expect([where, await lab.sum(table)]).toEqual([where, before])
    expect([where, await driveOn(id)]).toEqual([where, 'waiting'])
    expect([where, await lab.sum(table), await sumFiles(id)]).toEqual([where, before, before])

    await lab.approve(id)
    const detaching = await lab.crash(id, point)
    // The rows are in the table or in its detached parts, and the files have all of them.
    expect([where, detaching, await sumFiles(id)]).toEqual([where, detaching, before])
    expect([where, detaching, await driveOn(id)]).toEqual([where, detaching, 'waiting'])
    expect([where, detaching, await lab.sum(table), await countDetached(table)]).toEqual([
      ...[where, detaching, '0 rows 0', 2],
    ])

    await lab.passGrace(id)
    const dropping = await lab.crash(id, point)
    expect([where, dropping, await driveOn(id)]).toEqual([where, dropping, 'completed'])
    expect([where, dropping, await lab.states(id)]).toEqual([where, dropping, ['dropped', 'dropped']])
    expect([where, dropping, await countDetached(table), await sumFiles(id)]).toEqual([
      ...[where, dropping, 0, before],
    ])
    // Only proved files and manifests are left.
    expect([where, (await lab.keys(`cold/frostline-archive/lab.${table}/`)).length]).toEqual([where, 4])
    if (at !== null) reached.exporting += 1
    if (detaching !== null) reached.detaching += 1
    if (dropping !== null) reached.dropping += 1
    if (at === null && detaching === null && dropping === null) {
      expect(await lab.restore({ archiveId: id, mode: 'into' })).toMatchObject({ status: 'completed' })
      expect(await lab.sum(table)).toBe(before)
      break
    }
    await lab.command(`DROP TABLE lab.${table} SYNC`)
  }
  expect(reached.exporting).toBeGreaterThan(40 / stride)
  expect(reached.detaching).toBeGreaterThan(20 / stride)
  expect(reached.dropping).toBeGreaterThan(20 / stride)
})

it('wherever its worker is killed while it attaches, each row is in the table once', {
  timeout: stride === 1 ? 3_600_000 : 240_000,
}, async () => {
  for (let step = 1 + (seed % stride); ; step += stride) {
    const point: CrashPoint = { step, when: kinds[step % 3] ?? 'after' }
    const table = `back_${step}`
    const before = await createSmall(table)
    const id = await lab.start(table)
    await lab.drive(id)
    await lab.approve(id)
    // Half-way through the detach, or all of it.
    await lab.crash(id, point)
    await attachArchive(lab.admin, { id })
    // A worker that was killed with it has not noticed the order yet.
    for (let drives = 0; drives < 3 && (await lab.runOf(id)).status === 'cancelling'; drives++)
      await lab.drive(id)
    const at = await lab.crash(id, point)
    for (let drives = 0; drives < 3 && (await lab.runOf(id)).status !== 'cancelled'; drives++)
      await lab.drive(id)
    const where = `step ${step} (${at}), ${point.when}, stride ${stride}, seed ${seed}`
    expect([where, (await lab.runOf(id)).status, await lab.sum(table), await countDetached(table)]).toEqual([
      ...[where, 'cancelled', before, 0],
    ])
    if (at === null) break
    await lab.command(`DROP TABLE lab.${table} SYNC`)
  }
})
