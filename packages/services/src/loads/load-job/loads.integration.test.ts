import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '../../platform/base/actor.ts'
import type { TestConsole } from '../../platform/reading/testing/start-console.ts'
import { removeSource } from '../source/index.ts'
import {
  cancelLoad,
  createLoadTable,
  getLoad,
  type LoadDraft,
  listBadRows,
  listLoadFiles,
  listLoads,
  pauseLoad,
  previewLoad,
  renderLoadFileCsv,
  resumeLoad,
  retryLoad,
  startLoad,
  tryLoad,
} from './index.ts'
import { type LoadScene, openLoadScene } from './testing/open-load-scene.ts'

let scene: LoadScene
let console_: TestConsole
const ctx = (role?: Role) => scene.ctx(role)
const source = (glob: string) => scene.source(glob)
const draft = (change?: Partial<LoadDraft>) => scene.draft(change)

beforeAll(async () => {
  scene = await openLoadScene()
  console_ = scene.console
  const made = await createLoadTable(ctx(), { cluster: console_.cluster, wanted: scene.wanted() })
  expect(made, JSON.stringify(made)).toMatchObject({ complete: true })
})
afterAll(() => scene?.stop())

describe('bad rows', () => {
  const into = { database: 'shop', table: 'landed_bad_rows' }
  const skip = { kind: 'skip' as const, maxRowsPerObject: 2 }
  const checkOf = async (change: Partial<LoadDraft>) => {
    const { checks, accepted } = await previewLoad(ctx(), draft(change))
    const own = checks.filter(({ id }) => id === 'bad-rows')
    return [accepted, own.map(({ outcome }) => outcome), own.map(({ text }) => text).join(' ')]
  }

  it('can be left out of text, on nodes that record them', async () => {
    expect(await checkOf({})).toEqual([true, [], ''])
    expect(await checkOf({ badRows: skip })).toEqual([true, ['passed'], expect.any(String)])
    const collect = { kind: 'collect' as const, maxRowsPerObject: 2, into }
    expect(await checkOf({ badRows: collect })).toEqual([
      true,
      ['passed'],
      expect.stringContaining('shop.landed_bad_rows'),
    ])
    const plan = await previewLoad(ctx(), draft({ badRows: collect }))
    expect(plan.statements.map(({ sql }) => sql).join()).toContain('input_format_allow_errors_num')
    const other = { ...collect, into: { database: 'shop', table: 'landed_local' } }
    expect(await checkOf({ badRows: other })).toEqual([
      false,
      ['blocking', 'blocking'],
      expect.stringContaining('has no column job_id'),
    ])
  })

  it('do not keep the sample from being read, up to their limit', async () => {
    const rows = ['1,2024-01-01 00:00:00,1', 'x,2024-01-01 00:00:00,1', 'y,2024-01-01 00:00:00,1']
    await scene.store.put(scene.bucket, 'broken/1.csv.gz', gzipSync(`id,at,size\n${rows.join('\n')}\n`))
    const broken = { source: source('broken/*.csv.gz') }
    expect((await previewLoad(ctx(), draft(broken))).accepted).toBe(false)
    expect((await previewLoad(ctx(), draft({ ...broken, badRows: skip }))).accepted).toBe(true)
    const trial = await tryLoad(ctx(), draft({ ...broken, badRows: skip }))
    expect(trial.nodes.map(({ loading }) => loading.rows)).toEqual([1n])
    const fewer = { ...skip, maxRowsPerObject: 1 }
    expect((await previewLoad(ctx(), draft({ ...broken, badRows: fewer }))).accepted).toBe(false)
  })

  it('are shown of loads that collect them, to operators', async () => {
    const badRows = { kind: 'collect' as const, maxRowsPerObject: 2, into }
    const { id } = await startLoad(ctx(), draft({ badRows }))
    expect(await listBadRows(ctx(), { id })).toMatchObject({ data: { ...into, rows: [] } })
    await expect(listBadRows(ctx('viewer'), { id })).rejects.toMatchObject({ code: 'forbidden' })
    const columns = 'job_id String, object String, row_number UInt64, reason String, raw String'
    await console_.askAll(`CREATE TABLE shop.landed_bad_rows (${columns}) ENGINE = MergeTree ORDER BY object`)
    await console_.askAll(
      `INSERT INTO shop.landed_bad_rows VALUES ('${id}', 'b/k', 7, 'why', 'x'), ('other', '', 1, '', '')`,
    )
    const { data } = await listBadRows(ctx(), { id, fresh: true })
    expect(data.rows).toHaveLength(2)
    expect(data.rows[0]).toMatchObject({ object: 'b/k', rowNumber: 7n, reason: 'why', raw: 'x' })
    const { id: plain } = await startLoad(ctx(), draft())
    await expect(listBadRows(ctx(), { id: plain })).rejects.toMatchObject({ code: 'invalid' })
    for (const started of [id, plain]) await cancelLoad(ctx(), { id: started })
  })
})

describe('a load', () => {
  it('is stored with its manifest, for operators only, and keeps its source', async () => {
    await expect(startLoad(ctx('viewer'), draft())).rejects.toMatchObject({ code: 'forbidden' })
    const { id } = await startLoad(ctx(), draft({ batch: { maxBytes: '1000000', maxObjects: 2 } }))
    const load = await getLoad(ctx('viewer'), { id })
    expect(load).toMatchObject({ status: 'queued', totalFiles: 3, files: { waiting: 3 }, table: 'landed' })
    expect(load.batches.map(({ files }) => files)).toEqual([2, 1])
    expect((await listLoads(ctx('viewer'), { cluster: console_.cluster })).loads[0]?.id).toBe(id)
    const files = await listLoadFiles(ctx('viewer'), { id, search: '02.CSV' })
    expect(files).toMatchObject({ total: 1, next: null })
    expect(files.files.map((file) => renderLoadFileCsv(file)).join('')).toContain('"trips/02.csv.gz"')
    await expect(removeSource(ctx('admin'), { id: scene.sourceId })).rejects.toMatchObject({
      code: 'conflict',
    })
    expect(
      await console_.ctx.db.auditEntry.count({ where: { action: 'load-job.start', objectId: id } }),
    ).toBe(1)
  })

  it('is listed beside those of the same table, or of the same objects', async () => {
    const { id } = await startLoad(ctx(), draft())
    const { id: other } = await startLoad(ctx(), draft({ source: source('trips/01*') }))
    const idsOf = async (common: 'table' | 'objects') =>
      (await listLoads(ctx('viewer'), { like: id, common })).loads.map((load) => load.id)
    expect(await idsOf('table')).toEqual(expect.arrayContaining([id, other]))
    expect(await idsOf('objects')).toContain(id)
    expect(await idsOf('objects')).not.toContain(other)
    for (const started of [id, other]) await cancelLoad(ctx(), { id: started })
  })

  it('is paused, resumed, cancelled and retried with its files in new batches', async () => {
    const { id } = await startLoad(ctx(), draft())
    expect(await pauseLoad(ctx(), { id })).toMatchObject({ status: 'paused' })
    await expect(pauseLoad(ctx(), { id })).rejects.toMatchObject({ code: 'conflict' })
    expect(await resumeLoad(ctx(), { id })).toMatchObject({ status: 'queued' })
    expect(await cancelLoad(ctx(), { id })).toMatchObject({ status: 'cancelled' })
    expect((await getLoad(ctx(), { id })).files.cancelled).toBe(3)
    const put = await scene.store.put(
      scene.bucket,
      'trips/03.csv.gz',
      gzipSync('id,at,size\n9,2024-03-09 00:00:00,9\n'),
    )
    await console_.ctx.db.loadFile.updateMany({
      where: { jobId: id, key: 'trips/03.csv.gz' },
      data: { status: 'changed' },
    })
    expect(await retryLoad(ctx(), { id })).toMatchObject({ status: 'queued' })
    const again = await getLoad(ctx(), { id })
    expect(again.files).toMatchObject({ waiting: 3, cancelled: 0, changed: 0 })
    expect(again.batches.map(({ ordinal, status }) => [ordinal, status])).toEqual([
      [0, 'cancelled'],
      [1, 'planned'],
    ])
    const [renewed] = (await listLoadFiles(ctx(), { id, search: '03' })).files
    expect(renewed).toMatchObject({ batchOrdinal: 1, etag: put.kind === 'ok' ? put.etag : '' })
  })
})
