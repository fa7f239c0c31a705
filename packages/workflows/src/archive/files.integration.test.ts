import { lockRow, takeAlertTurn } from '@frostline/db'
import { compareArchive, compareDueArchive, evaluateCluster, getArchive } from '@frostline/services'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ArchiveLab, openArchiveLab } from '../testing/archive-lab.ts'
import { until } from '../testing/until.ts'

let lab: ArchiveLab
beforeAll(async () => {
  lab = await openArchiveLab({ shards: 1 })
}, 120_000)
afterAll(() => lab?.close())

it('does not take a file that was written during the listing for a missing one', async () => {
  await lab.createEvents('busy')
  const id = await lab.start('busy')
  await lab.drive(id)
  const file = await lab.db.archiveFile.findFirstOrThrow({ where: { archiveId: id, stepOrdinal: 0 } })
  const { archiveId, stepOrdinal, ordinal, key } = file
  const where = { archiveId_stepOrdinal_ordinal: { archiveId, stepOrdinal, ordinal } }
  await lab.db.archiveFile.update({ where, data: { key: `${key}.former` } })
  await lab.objects.delete(lab.bucket, key ?? '')
  let comparing: ReturnType<typeof compareArchive> | undefined
  await lab.db.$transaction(
    async (tx) => {
      await lockRow(tx, 'run', id)
      comparing = compareArchive(lab.as('operator'), { id })
      // It has listed, and waits for the archive.
      await until(async () => {
        const [waiting] = await lab.db.$queryRaw<{ n: number }[]>`
          SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%FOR UPDATE%'`
        return (waiting?.n ?? 0) > 0
      })
      await tx.archiveFile.update({ where, data: { key } })
    },
    { timeout: 60_000 },
  )
  expect(await comparing).toMatchObject({ faults: 0, error: null })
  expect(await compareArchive(lab.as('operator'), { id })).toMatchObject({ faults: 1, error: null })
  await compareDueArchive(lab.loadCtx)
})

it('finds files that are missing or changed, and does not take an unreachable bucket for an empty one', async () => {
  await lab.createEvents('kept')
  const id = await lab.start('kept')
  await lab.drive(id)
  await compareDueArchive(lab.loadCtx)
  expect(await getArchive(lab.as('viewer'), { id })).toMatchObject({
    comparedAt: expect.any(Date),
    faultCount: 0,
  })
  await lab.approve(id)
  await lab.drive(id)

  const [gone = '', changed = ''] = (await lab.keys()).filter(
    (key) => key.includes(id) && key.endsWith('.parquet'),
  )
  await lab.objects.delete(lab.bucket, gone)
  await lab.objects.put(lab.bucket, changed, 'x', {})
  // Not due again so early.
  await compareDueArchive(lab.loadCtx)
  expect(await lab.db.archiveFault.count({ where: { archiveId: id } })).toBe(0)
  expect(await compareArchive(lab.as('operator'), { id })).toMatchObject({ faults: 2, error: null })
  const { faults } = await getArchive(lab.as('viewer'), { id })
  expect(faults).toMatchObject([
    { key: gone, kind: 'missing', partition: '202401' },
    { key: changed, kind: 'changed', partition: '202402' },
  ])

  const epoch = await takeAlertTurn(lab.db, 'test', 0)
  await evaluateCluster(lab.loadCtx, lab.clusterId, epoch ?? 0n)
  const text = { contains: 'attach them again' }
  const alerts = await lab.db.alert.findMany({ where: { kind: 'archive-files', text } })
  expect(alerts).toMatchObject([{ state: 'firing' }])

  await lab.db.source.update({ where: { id: lab.sourceId }, data: { endpoint: 'http://127.0.0.1:1' } })
  expect(await compareArchive(lab.as('operator'), { id })).toMatchObject({
    faults: 2,
    error: expect.any(String),
  })
})
