import { isOpenRun } from '@frostline/domain'
import {
  cancelArchiveRestore,
  createApprovalRule,
  getArchiveRestore,
  getRunApproval,
  previewArchiveRestore,
  removeApprovalRule,
  retryArchiveRestore,
  startArchiveRestore,
} from '@frostline/services'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadWork } from '../load-job/run-load-job.ts'
import { type ArchiveLab, openArchiveLab } from '../testing/archive-lab.ts'
import { driveOnce } from '../testing/drive-once.ts'
import { until } from '../testing/until.ts'
import { restoreWork } from './run-restore.ts'

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
  const rule = await createApprovalRule(lab.admin, { name: 'Restores', kinds: ['archive-restore'] })
  expect((await getRunApproval(lab.admin, { id })).bytes).toBe(preview.bytes)
  await removeApprovalRule(lab.admin, { id: rule.id })
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

it('queues one move wherever its worker is killed', async () => {
  await createTiered('killed')
  const before = await lab.sum('killed')
  const archiveId = await lab.archive('killed')
  const { id } = await startArchiveRestore(lab.admin, { archiveId, mode: 'into', volume: 'cold' })
  for (const { loadId } of await lab.db.archiveRestoreStep.findMany({ where: { restoreId: id } }))
    if (loadId !== null && isOpenRun((await lab.runOf(loadId)).status))
      await driveOnce(lab.deps, loadWork, loadId)
  const kinds = ['before', 'sent', 'after'] as const
  const places = new Set<string | null>()
  for (let step = 4; (await moveOf(id)) === '' && step < 200; step += 3)
    places.add(await lab.crash(id, { step, when: kinds[step % 3] ?? 'after' }, () => restoreWork))
  for (const when of kinds) places.add(await lab.crash(id, { step: 6, when }, () => restoreWork))
  expect(places.size).toBeGreaterThan(3)
  expect(await moveOf(id)).not.toBe('')
  expect(await lab.driveRestore(id)).toMatchObject({ status: 'completed', error: null })
  expect(await lab.db.tierMigration.count({ where: { table: 'killed' } })).toBe(1)
  expect(new Set(await disksOf('killed'))).toEqual(new Set(['cold_cache']))
  expect(await lab.sum('killed')).toBe(before)
})

it('is refused where each move needs an approval', async () => {
  await createTiered('approved')
  const archiveId = await lab.archive('approved')
  await lab.db.cluster.updateMany({ data: { approvalRequired: true } })
  const { obstacles } = await previewArchiveRestore(lab.admin, { archiveId, mode: 'into', volume: 'cold' })
  await lab.db.cluster.updateMany({ data: { approvalRequired: false } })
  expect(obstacles).toEqual([expect.stringContaining('requires an approval for each move')])
})
