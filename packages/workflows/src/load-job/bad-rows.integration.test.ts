import { getLoad, retryLoad } from '@frostline/services'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LoadLab, openLoadLab } from '../testing/load-lab.ts'

let lab: LoadLab
beforeAll(async () => {
  lab = await openLoadLab({ shards: 2 })
  // 400 rows in four objects; of the first and the last every 20th has no number.
  for (let part = 0; part < 4; part++) {
    const every = part === 0 || part === 3 ? 20 : undefined
    await lab.putCsv(`plain/${part}.csv`, part * 100, 100, every)
    await lab.putCsv(`packed/${part}.csv.gz`, part * 100, 100, every)
  }
})
afterAll(() => lab?.close())

const isBad = '(number < 100 OR number >= 300) AND number % 20 = 0'
const into = (table: string) => ({ database: 'lab', table: `${table}_bad` })
const gzip = (read: { compression: 'gzip' | 'none' }) => ({
  read: {
    format: 'CSVWithNames' as const,
    columns: [
      { name: 'day', type: 'Date' },
      { name: 'id', type: 'UInt64' },
      { name: 'text', type: 'String' },
    ],
    ...read,
  },
})

async function skippedOf(id: string): Promise<unknown[]> {
  return (await lab.listFiles(id)).map(({ status, rows, skippedRows }) => [status, rows, skippedRows])
}

describe('rows that cannot be read', () => {
  it('fail their object', async () => {
    await lab.createTarget('failing')
    const id = await lab.request('failing', 'plain/')
    const job = await lab.drive(id)
    expect(job.error).toMatch(/^2 of 4 objects are not loaded: 2 failed\./)
    expect(await skippedOf(id)).toEqual([
      ['failed', null, null],
      ['loaded', 100n, null],
      ['loaded', 100n, null],
      ['failed', null, null],
    ])
    expect((await lab.sumTable('failing')).rows).toBe('200')
  })

  it('fail their object with its row, until a retry leaves them out', async () => {
    await lab.createTarget('retried')
    const id = await lab.request('retried', 'plain/')
    await lab.drive(id)
    const failed = await getLoad(lab.loadCtx, { id })
    expect(failed.batches).toMatchObject([{ status: 'completed', files: 4, failedFiles: 2 }])
    expect(failed.failures).toMatchObject([
      { key: 'plain/0.csv', status: 'failed', errorRow: 1n, error: expect.stringContaining('bad0') },
      { key: 'plain/3.csv', status: 'failed', errorRow: 1n, error: expect.stringContaining('bad300') },
    ])

    await retryLoad(lab.loadCtx, { id })
    expect((await lab.drive(id)).error).toMatch(/^2 of 4 objects are not loaded: 2 failed\./)

    await retryLoad(lab.loadCtx, { id, badRows: { kind: 'skip', maxRowsPerObject: 5 } })
    expect(await lab.drive(id)).toMatchObject({ status: 'completed', error: null })
    expect(await lab.sumTable('retried')).toEqual(await lab.sumOf(400, isBad))
    const loaded = await getLoad(lab.loadCtx, { id })
    expect(loaded).toMatchObject({ skippedRows: 10n, failures: [] })
    expect(loaded.batches.map(({ failedFiles }) => failedFiles)).toEqual([0, 0, 0])
    expect(loaded.spec.badRows).toEqual({ kind: 'skip', maxRowsPerObject: 5 })
    const retries = await lab.db.auditEntry.findMany({
      where: { action: 'load-job.retry', objectId: id },
      orderBy: { at: 'asc' },
    })
    expect(retries.map(({ details }) => details)).toEqual([{}, { badRows: 'skip', maxRowsPerObject: 5 }])
    expect(await lab.listRecords()).toEqual([])
  })

  for (const [prefix, compression] of [
    ['plain/', 'none'],
    ['packed/', 'gzip'],
  ] as const)
    it(`are left out and counted (${compression})`, async () => {
      const table = `skipping_${compression}`
      await lab.createTarget(table)
      const id = await lab.request(table, prefix, {
        ...gzip({ compression }),
        badRows: { kind: 'skip', maxRowsPerObject: 5 },
      })
      const job = await lab.drive(id)
      expect([job.status, job.error]).toEqual(['completed', null])
      expect(await skippedOf(id)).toEqual([
        ['loaded', 95n, 5n],
        ['loaded', 100n, 0n],
        ['loaded', 100n, 0n],
        ['loaded', 95n, 5n],
      ])
      expect(await lab.sumTable(table)).toEqual(await lab.sumOf(400, isBad))
      expect(await lab.listRecords()).toEqual([])
    })

  for (const [prefix, compression] of [
    ['plain/', 'none'],
    ['packed/', 'gzip'],
  ] as const)
    it(`are kept in a table with object, row and text (${compression})`, async () => {
      const table = `collecting_${compression}`
      await lab.createTarget(table)
      const id = await lab.request(table, prefix, {
        ...gzip({ compression }),
        badRows: { kind: 'collect', maxRowsPerObject: 5, into: into(table) },
        batch: { maxBytes: '1000000', maxObjects: 2 },
      })
      const job = await lab.drive(id)
      expect([job.status, job.error, job.rowsAfter]).toEqual(['completed', null, 390n])
      const rows = await lab.listBadRows(`${table}_bad`)
      expect(rows).toHaveLength(10)
      expect(rows[0]).toEqual({
        job_id: id,
        object: `${lab.bucket}/${prefix}0.csv${compression === 'gzip' ? '.gz' : ''}`,
        row_number: '1',
        reason: expect.stringContaining('bad0'),
        raw: expect.stringContaining('2024-01-15,bad0,"text 0"'),
      })
      expect(rows[1]).toMatchObject({ row_number: '21', raw: expect.stringContaining('bad20') })
      expect(await lab.sumTable(table)).toEqual(await lab.sumOf(400, isBad))
      expect([await lab.listStaging(), await lab.listRecords()]).toEqual([[], []])
      const kinds = await lab.db.loadPublish.groupBy({
        by: ['tableKind'],
        where: { batch: { jobId: id } },
        _sum: { rows: true },
      })
      expect(kinds.map(({ tableKind, _sum }) => [tableKind, _sum.rows]).toSorted()).toEqual([
        ['bad-rows', 10n],
        ['data', 390n],
      ])
    })

  it('fail their object where there are more than allowed, with the first of them', async () => {
    await lab.createTarget('limited')
    const id = await lab.request('limited', 'plain/', { badRows: { kind: 'skip', maxRowsPerObject: 4 } })
    const job = await lab.drive(id)
    expect(job.error).toMatch(/^2 of 4 objects are not loaded: 2 failed\./)
    const [first, second] = await lab.listFiles(id)
    expect(first).toMatchObject({ status: 'failed', errorRow: 1n })
    expect(first?.error).toMatch(/more than 4 bad rows.*row 1\..*bad0/s)
    expect(second).toMatchObject({ status: 'loaded', skippedRows: 0n })
    expect((await lab.sumTable('limited')).rows).toBe('200')
    expect(await lab.listRecords()).toEqual([])
  })
})
