import {
  compareArchive,
  createArchiveView,
  getArchiveView,
  previewArchiveRetention,
  setArchiveRetention,
} from '@frostline/services'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ArchiveLab, openArchiveLab } from '../testing/archive-lab.ts'

let lab: ArchiveLab
beforeAll(async () => {
  lab = await openArchiveLab({ shards: 1 })
}, 120_000)
afterAll(() => lab?.close())

it('has archives of Parquet and of Native files of one table at once: queried, restored, and deleted one by one', async () => {
  await lab.command(
    'CREATE TABLE lab.mixed (day Date, id UInt64, text String) ENGINE = MergeTree PARTITION BY toYYYYMM(day) ORDER BY id',
  )
  const months = "toDate('2024-01-15') + INTERVAL number % 2 MONTH"
  await lab.command(`INSERT INTO lab.mixed SELECT ${months}, number, toString(number) FROM numbers(600)`)
  const parquet = await lab.archive('mixed', { choice: { kind: 'partitions', partitionIds: ['202401'] } })
  // From now on the table has a type that Parquet does not keep.
  await lab.command(`ALTER TABLE lab.mixed ADD COLUMN doc JSON DEFAULT '{"a": 1}'`)
  await lab.command(
    `INSERT INTO lab.mixed SELECT toDate('2024-03-15'), number, toString(number), concat('{"b": ', toString(number), '.5}') FROM numbers(300)`,
  )
  const compared = 'day, id, text, toJSONString(tuple(doc))'
  const before = await lab.sum('mixed', '1', compared)
  const native = await lab.archive('mixed', {
    choice: { kind: 'partitions', partitionIds: ['202402', '202403'] },
  })
  const keys = await lab.keys('cold/frostline-archive/lab.mixed/')
  const count = (ending: string) => keys.filter((key) => key.endsWith(ending)).length
  expect([count('.parquet'), count('.native.zst')]).toEqual([1, 2])

  expect(await createArchiveView(lab.admin, at)).toMatchObject({ complete: true })
  const viewed = (where = '1') => lab.sum('mixed_with_archive', where, compared)
  expect(await viewed('toYYYYMM(day) > 202401')).toBe(before)
  expect(await viewed("toYYYYMM(day) = 202401 AND toString(doc.a) = '1'")).toMatch(/^300 rows /)
  const all = await viewed()
  expect(all).toMatch(/^900 rows /)
  for (const id of [parquet, native])
    expect(await compareArchive(lab.as('operator'), { id })).toMatchObject({ faults: 0, error: null })

  const january = await viewed('toYYYYMM(day) = 202401')
  for (const archiveId of [parquet, native])
    expect(await lab.restore({ archiveId, mode: 'into' })).toMatchObject({ status: 'completed', error: null })
  expect(await lab.sum('mixed', 'toYYYYMM(day) = 202401', compared)).toBe(january)
  expect(await lab.sum('mixed', '1', compared)).toBe(all)
  expect(await viewed()).toBe(all)

  await expire(native, '600')
  expect((await lab.keys('cold/frostline-archive/lab.mixed/')).map((key) => key.includes(parquet))).toEqual([
    true,
    true,
  ])
  expect(await viewed()).toBe(all)
  await expire(parquet, '300')
  expect(await lab.keys('cold/frostline-archive/lab.mixed/')).toEqual([])
  expect(await viewed()).toBe(all)
  expect(await getArchiveView(lab.admin, at)).toMatchObject({ partitions: 0, nodes: [{ state: 'current' }] })
})

const at = { cluster: '', database: 'lab', table: 'mixed' }
beforeAll(() => {
  at.cluster = lab.clusterId
})

async function expire(id: string, expectedRows: string): Promise<void> {
  const retention = { count: 1, unit: 'days' as const }
  const preview = await previewArchiveRetention(lab.admin, { id, retention })
  expect(preview.rowsRestored).toBe(preview.rows)
  await setArchiveRetention(lab.admin, {
    ...{ id, retention, expectedRows, expectedExpiresAt: preview.expiresAt },
  })
  const run = (await lab.passRetention(id)) ?? ''
  expect(await lab.driveExpiry(run)).toMatchObject({ status: 'completed', error: null })
}
