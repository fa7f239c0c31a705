import {
  cancelArchiveRestore,
  getArchiveRestore,
  previewArchiveRestore,
  retryArchiveRestore,
  startArchiveRestore,
} from '@frostline/services'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ArchiveLab, openArchiveLab } from '../testing/archive-lab.ts'
import { until } from '../testing/until.ts'

let lab: ArchiveLab
beforeAll(async () => {
  lab = await openArchiveLab({ shards: 1 })
}, 120_000)
afterAll(() => lab?.close())

const createTiered = async (table: string) => {
  await lab.command(
    `CREATE TABLE lab.${table} (day Date, id UInt64) ENGINE = MergeTree PARTITION BY toYYYYMM(day) ORDER BY id SETTINGS storage_policy = 'tiered'`,
  )
  await lab.command(
    `INSERT INTO lab.${table} SELECT toDate('2024-01-15') + INTERVAL number % 3 MONTH, number FROM numbers(600)`,
  )
}
const disksOf = async (table: string) =>
  (
    await Promise.all(
      lab.admins.map(([, client]) =>
        lab.rows<{ disk: string }>(
          client,
          `SELECT DISTINCT disk_name AS disk FROM system.parts WHERE active AND database = 'lab' AND table = '${table}'`,
        ),
      ),
    )
  ).flatMap((rows) => rows.map(({ disk }) => disk))
const moveOf = async (id: string) =>
  (await lab.db.archiveRestore.findUniqueOrThrow({ where: { id } })).moveId ?? ''

it('moves the partitions there after they were compared', async () => {
  await createTiered('volumes')
  const before = await lab.sum('volumes')
  const archiveId = await lab.archive('volumes')
  const wanted = { archiveId, mode: 'into' as const, volume: 'cold' }
  const preview = await previewArchiveRestore(lab.admin, wanted)
  expect([preview.volumes, preview.obstacles]).toEqual([['hot', 'cold'], []])
  expect((await previewArchiveRestore(lab.admin, { ...wanted, volume: 'none' })).obstacles).toEqual([
    'The storage policy of the table has no volume none on every node.',
  ])
  const { id } = await startArchiveRestore(lab.admin, wanted)
  expect(await lab.driveRestore(id)).toMatchObject({ status: 'completed', error: null })
  expect(new Set(await disksOf('volumes'))).toEqual(new Set(['cold_cache']))
  expect(await lab.sum('volumes')).toBe(before)
  expect(await getArchiveRestore(lab.as('viewer'), { id })).toMatchObject({
    ...{ volume: 'cold', moveId: await moveOf(id), movedAt: expect.any(Date) },
  })
})

it('cancels the move with it, and a retry plans it again', async () => {
  await createTiered('stopped')
  const archiveId = await lab.archive('stopped')
  const { id } = await startArchiveRestore(lab.admin, { archiveId, mode: 'into', volume: 'cold' })
  const own = lab.driveRestore(id, { drivesMove: false })
  await until(async () => (await moveOf(id)) !== '')
  const first = await moveOf(id)
  await cancelArchiveRestore(lab.admin, { id })
  expect(await own).toMatchObject({ status: 'cancelled' })
  expect((await lab.runOf(first)).status).toBe('cancelled')
  expect(new Set(await disksOf('stopped'))).toEqual(new Set(['default']))
  await retryArchiveRestore(lab.admin, { id })
  expect(await lab.driveRestore(id)).toMatchObject({ status: 'completed' })
  expect(await moveOf(id)).not.toBe(first)
  expect(new Set(await disksOf('stopped'))).toEqual(new Set(['cold_cache']))
  expect(await lab.sum('stopped')).toMatch(/^600 rows /)
})

it('is refused where each move needs an approval', async () => {
  await createTiered('approved')
  const archiveId = await lab.archive('approved')
  await lab.db.cluster.updateMany({ data: { approvalRequired: true } })
  const { obstacles } = await previewArchiveRestore(lab.admin, { archiveId, mode: 'into', volume: 'cold' })
  await lab.db.cluster.updateMany({ data: { approvalRequired: false } })
  expect(obstacles).toEqual([expect.stringContaining('requires an approval for each move')])
})
