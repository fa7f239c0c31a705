import {
  exportTierMigrationReport,
  getTierMigration,
  getTierMigrationThroughput,
  previewTierMigration,
  tierMigrationDetail,
  tierMigrationDryRun,
  tierMigrationThroughput,
} from '@frostline/services'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { driveOnce } from '../testing/drive-once.ts'
import { labDeps } from '../testing/lab-deps.ts'
import { type MigrationLab, openMigrationLab } from '../testing/migration-lab.ts'
import { migrationWork } from './run-tier-migration.ts'

let lab: MigrationLab

beforeAll(async () => {
  lab = await openMigrationLab({ shards: 1 })
  for (const [, client] of lab.admins) {
    await client.command({
      query: `CREATE TABLE lab.sales (at DateTime('UTC'), text String) ENGINE = MergeTree
        PARTITION BY toYYYYMM(at) ORDER BY at SETTINGS storage_policy = 'tiered', min_bytes_for_wide_part = 0`,
    })
    await client.command({ query: 'SYSTEM STOP MERGES lab.sales' })
    await client.command({
      query: `INSERT INTO lab.sales SELECT toDateTime('2024-01-15', 'UTC') + INTERVAL number % 12 MONTH,
        randomPrintableASCII(100) FROM numbers(60000)`,
    })
  }
})
afterAll(() => lab?.close())

const requestOf = (partitionIds: string[], more: object = {}) => ({
  ...{ cluster: lab.clusterId, database: 'lab', table: 'sales', targetVolume: 'cold' },
  goal: { kind: 'partitions' as const, partitionIds },
  ...more,
})
const preview = async (partitionIds: string[], more: object = {}) =>
  tierMigrationDryRun.parse(await previewTierMigration(lab.ctx, requestOf(partitionIds, more))).estimate

async function move(partitionIds: string[], more: object = {}): Promise<string> {
  const id = await lab.start('sales', { goal: { kind: 'partitions', partitionIds }, ...more })
  const { runId } = await lab.db.tierMigration.findUniqueOrThrow({ where: { id }, select: { runId: true } })
  const { status, error } = await driveOnce(labDeps(lab), migrationWork, runId ?? '')
  expect([status, error]).toEqual(['completed', null])
  return id
}

async function ask<Row>(sql: string): Promise<Row[]> {
  const [first] = lab.admins
  if (!first) throw new Error('The lab has no nodes.')
  return lab.rows<Row>(first[1], sql)
}

test('without measured moves there is no duration, and requests are those of the files', async () => {
  const estimate = await preview(['202401'])
  expect(estimate).toMatchObject({ duration: null, ends: null })
  expect(estimate.notes[0]).toMatch(/^A duration needs 5 finished statements/)
  const [part] = await ask<{ files: number }>(
    "SELECT toUInt32(sum(files) + 5 * count()) AS files FROM system.parts WHERE active AND table = 'sales' AND partition_id = '202401'",
  )
  expect(estimate.requests).toEqual({ writes: part?.files, reads: 0 })
  expect(estimate.cost?.amount).toBeCloseTo((Number(part?.files) * 0.005) / 1_000, 9)
  expect((await preview(['202401'], { deepCheck: true })).requests?.reads).toBeGreaterThan(0)
})

test('measured moves give a range, and limits and windows move the end', async () => {
  await move(['202401', '202402', '202403', '202404', '202405', '202406'])
  const rows = await lab.db.tierMigrationMove.findMany({ where: { kind: 'move', status: 'done' } })
  const rates = rows
    .map(
      ({ bytes, sentAt, finishedAt }) =>
        (Number(bytes) * 1_000) / ((finishedAt?.getTime() ?? 0) - sentAt.getTime()),
    )
    .sort((a, b) => a - b)
  expect(rates.length).toBeGreaterThanOrEqual(5)
  const plan = await preview(['202407', '202408'])
  const [sum] = await ask<{ bytes: string }>(
    "SELECT toString(sum(bytes_on_disk)) AS bytes FROM system.parts WHERE active AND table = 'sales' AND partition_id IN ('202407', '202408')",
  )
  const msAt = (rate = 0) => (Number(sum?.bytes) * 1_000) / rate
  expect(plan.duration?.measuredMoves).toBe(rates.length)
  expect(plan.duration?.fastMs).toBeGreaterThanOrEqual(msAt(rates.at(-1)) - 1)
  expect(plan.duration?.slowMs).toBeLessThanOrEqual(msAt(rates[0]) + 1)
  expect(plan.ends?.earliest?.getTime()).toBeLessThanOrEqual(plan.ends?.latest?.getTime() ?? 0)

  const slow = await preview(['202407'], { limits: { bandwidthBytesPerSecond: '65536' } })
  expect(slow.duration?.fastMs).toBeGreaterThanOrEqual((Number(sum?.bytes) / 2 / 65_536) * 900)
  const day = (new Date().getUTCDay() + 3) % 7
  const window = { timeZone: 'UTC', spans: [{ days: [day], from: '03:00', to: '05:00' }] }
  const later = await preview(['202407'], { limits: { window } })
  expect(later.ends?.earliest?.getUTCDay()).toBe(day)
  expect(later.ends?.earliest?.getUTCHours()).toBeGreaterThanOrEqual(3)
})

test('the estimate stays with the plan; the report compares it, and throughput has every byte', async () => {
  const id = await move(['202407', '202408'])
  const detail = tierMigrationDetail.parse(await getTierMigration(lab.ctx, { id }))
  expect(detail.estimate?.duration).not.toBeNull()
  const { html } = await exportTierMigrationReport(lab.ctx, { id })
  expect(html).toContain('Duration estimated')
  expect(html).toContain('Duration measured')

  const { points } = tierMigrationThroughput.parse(await getTierMigrationThroughput(lab.ctx, { id }))
  const widthMs = (points[1]?.at.getTime() ?? 0) - (points[0]?.at.getTime() ?? 0)
  const drawn = points.reduce(
    (sum, { bytesPerSecond }) => sum + (bytesPerSecond.copy ?? 0) * (widthMs / 1_000),
    0,
  )
  const moved = await lab.db.tierMigrationMove.aggregate({
    where: { step: { migrationId: id }, kind: 'move' },
    _sum: { bytes: true },
  })
  expect(drawn / Number(moved._sum.bytes)).toBeGreaterThan(0.98)
  expect(drawn / Number(moved._sum.bytes)).toBeLessThan(1.02)
})
