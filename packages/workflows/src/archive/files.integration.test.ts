import { takeAlertTurn } from '@frostline/db'
import { compareArchive, compareDueArchive, evaluateCluster, getArchive } from '@frostline/services'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ArchiveLab, openArchiveLab } from '../testing/archive-lab.ts'

let lab: ArchiveLab
beforeAll(async () => {
  lab = await openArchiveLab({ shards: 1 })
}, 120_000)
afterAll(() => lab?.close())

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

  const [gone = '', changed = ''] = (await lab.keys()).filter((key) => key.endsWith('.parquet'))
  await lab.objects.delete(lab.bucket, gone)
  await lab.objects.put(lab.bucket, changed, 'x', {})
  // Not due again so early.
  await compareDueArchive(lab.loadCtx)
  expect(await lab.db.archiveFault.count()).toBe(0)
  expect(await compareArchive(lab.as('operator'), { id })).toMatchObject({ faults: 2, error: null })
  const { faults } = await getArchive(lab.as('viewer'), { id })
  expect(faults).toMatchObject([
    { key: gone, kind: 'missing', partition: '202401' },
    { key: changed, kind: 'changed', partition: '202402' },
  ])

  const epoch = await takeAlertTurn(lab.db, 'test', 0)
  await evaluateCluster(lab.loadCtx, lab.clusterId, epoch ?? 0n)
  const alerts = await lab.db.alert.findMany({ where: { kind: 'archive-files' } })
  expect(alerts).toMatchObject([{ state: 'firing', text: expect.stringContaining('attach them again') }])

  await lab.db.source.update({ where: { id: lab.sourceId }, data: { endpoint: 'http://127.0.0.1:1' } })
  expect(await compareArchive(lab.as('operator'), { id })).toMatchObject({
    faults: 2,
    error: expect.any(String),
  })
})
