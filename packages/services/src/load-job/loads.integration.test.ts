import { gzipSync } from 'node:zlib'
import type { LoadTable } from '@frostline/domain'
import { createObjectStore, type ObjectStore } from '@frostline/object-store'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '../base/actor.ts'
import type { ServiceContext } from '../base/context.ts'
import { startConsole, type TestConsole } from '../reading/testing/start-console.ts'
import { createSource, removeSource } from '../source/index.ts'
import {
  cancelLoad,
  createLoadTable,
  getLoad,
  getLoadTarget,
  inspectLoad,
  type LoadDraft,
  listBadRows,
  listLoadFiles,
  listLoads,
  pauseLoad,
  previewLoad,
  previewLoadMapping,
  previewLoadTable,
  readLoadManifest,
  renderLoadFileCsv,
  resumeLoad,
  retryLoad,
  startLoad,
  tryLoad,
} from './index.ts'

let console_: TestConsole
let store: ObjectStore
let sourceId = ''

const ctx = (role: Role = 'operator'): ServiceContext => ({
  ...console_.ctx,
  actor: { type: 'user', id: role, name: `${role}@example.com`, role },
})
const bucket = () => console_.stack.objectStore.bucket
const source = (glob: string) => ({
  id: sourceId,
  bucket: bucket(),
  selection: { kind: 'glob', glob } as const,
})
const sample = (key: string) => ({
  cluster: console_.cluster,
  source: { id: sourceId, bucket: bucket(), key },
})
const csv = { format: 'CSVWithNames', compression: 'gzip' } as const
const readColumns = [
  { name: 'id', type: 'Int64' },
  { name: 'at', type: 'DateTime' },
  { name: 'size', type: 'Nullable(Int64)' },
]
const wanted = (): LoadTable => ({
  database: 'shop',
  table: 'landed',
  columns: [
    { name: 'id', type: 'Int64' },
    { name: 'at', type: 'DateTime' },
    { name: 'size', type: 'UInt8' },
  ],
  engine: 'MergeTree',
  orderBy: '(id, at)',
  partitionBy: 'toYYYYMM(at)',
  ttl: 'at + INTERVAL 50 YEAR',
  storagePolicy: '',
  cluster: console_.stack.clickhouse.clusterName,
  shardingKey: 'cityHash64(id)',
})
const draft = (change: Partial<LoadDraft> = {}): LoadDraft => ({
  cluster: console_.cluster,
  source: source('trips/*.csv.gz'),
  read: { ...csv, columns: readColumns },
  target: { database: 'shop', table: 'landed' },
  mapping: [
    { column: 'id', expression: 'id' },
    { column: 'at', expression: 'at' },
    { column: 'size', expression: 'least(size, 255)' },
  ],
  ...change,
})

beforeAll(async () => {
  console_ = await startConsole({ shards: 2, embeddedOnly: true })
  await console_.askAll('CREATE DATABASE shop')
  const access = console_.stack.objectStore
  store = createObjectStore(access)
  const { endpoint, region, accessKeyId, secretAccessKey } = access
  const created = await createSource(ctx('admin'), {
    name: 'Store',
    auth: 'keys',
    endpoint,
    region,
    buckets: [bucket()],
    accessKeyId,
    secretAccessKey,
  })
  sourceId = created.id
  for (const month of ['01', '02', '03']) {
    const rows = [1, 2, 3].map((id) => `${id},2024-${month}-0${id} 10:00:00,${id === 2 ? '' : id * 100}`)
    const put = await store.put(
      bucket(),
      `trips/${month}.csv.gz`,
      gzipSync(`id,at,size\n${rows.join('\n')}\n`),
    )
    expect(put.kind).toBe('ok')
  }
  await store.put(bucket(), 'trips/readme.txt', 'no rows')
  await store.put(bucket(), 'trips/empty.csv.gz', '')
})
afterAll(async () => {
  store.close()
  await console_.stop()
})

describe('before a load', () => {
  it('makes a manifest of a pattern and of keys', async () => {
    const all = await readLoadManifest(ctx(), { source: source('trips/{01..03}.csv.gz') })
    expect(all).toMatchObject({ objects: 3, missingCount: 0, unreadableCount: 0 })
    expect(all.first.map(({ key }) => key)).toEqual(['trips/01.csv.gz', 'trips/02.csv.gz', 'trips/03.csv.gz'])
    expect(all.sizeBytes).toBe(all.first.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0n))
    expect(all.detected).toEqual([{ format: 'CSVWithNames', compression: 'gzip', objects: 3 }])
    const picked = await readLoadManifest(ctx(), {
      source: {
        id: sourceId,
        bucket: bucket(),
        selection: { kind: 'keys', keys: ['trips/02.csv.gz', 'gone'] },
      },
    })
    expect(picked).toMatchObject({ objects: 1, missing: ['gone'] })
  })

  it('infers columns and proposes a table', async () => {
    const found = await inspectLoad(ctx(), { ...sample('trips/01.csv.gz'), read: csv })
    expect(found.columns.map(({ name }) => name)).toEqual(['id', 'at', 'size'])
    expect(found.rows).toHaveLength(3)
    expect(found.nullColumns).toEqual(['size'])
    expect(found.proposed).toMatchObject({ orderBy: '(id, at)', partitionBy: 'toYYYYMM(at)' })
    expect(found.sql).not.toContain(console_.stack.objectStore.secretAccessKey)
  })

  it('shows the statements of a new table, then creates it on every node', async () => {
    const { statements, faults } = await previewLoadTable(ctx(), {
      cluster: console_.cluster,
      wanted: wanted(),
    })
    expect(faults).toEqual([])
    expect(statements).toHaveLength(4)
    const report = await createLoadTable(ctx(), { cluster: console_.cluster, wanted: wanted() })
    expect(report, JSON.stringify(report)).toMatchObject({ complete: true })
    const again = await createLoadTable(ctx(), { cluster: console_.cluster, wanted: wanted() })
    expect(again.complete, 'a second call finds it done').toBe(true)
    const other = {
      ...wanted(),
      columns: [{ name: 'x', type: 'Int8' }],
      orderBy: 'x',
      partitionBy: '',
      ttl: '',
      shardingKey: 'rand()',
    }
    const refused = await createLoadTable(ctx(), { cluster: console_.cluster, wanted: other })
    expect(refused.complete, 'another table of that name').toBe(false)
    await expect(
      createLoadTable(ctx(), {
        cluster: console_.cluster,
        wanted: { ...wanted(), orderBy: 'id) SETTINGS (x' },
      }),
    ).rejects.toMatchObject({ code: 'invalid' })
  })

  it('keeps each key of a new table within its clause, whatever comment ends it', async () => {
    const commented = {
      ...{
        ...wanted(),
        table: 'commented',
        orderBy: '(id, at) -- by id',
        partitionBy: 'toYYYYMM(at) -- a month',
      },
      ...{ ttl: 'at + -- long\n INTERVAL 50 YEAR', shardingKey: 'cityHash64(id) -- evenly' },
    }
    const report = await createLoadTable(ctx(), { cluster: console_.cluster, wanted: commented })
    expect(report, JSON.stringify(report)).toMatchObject({ complete: true })
    const [rows] = await console_.askAll(
      `SELECT partition_key, sorting_key, engine_full LIKE '%TTL at + toIntervalYear(50) SETTINGS%' AS ttl
       FROM system.tables WHERE database = 'shop' AND name = 'commented_local'`,
    )
    expect(rows).toMatchObject([{ partition_key: 'toYYYYMM(at)', sorting_key: 'id, at', ttl: 1 }])
  })

  it('finds where rows lie', async () => {
    const target = await getLoadTarget(ctx(), {
      cluster: console_.cluster,
      database: 'shop',
      table: 'landed',
    })
    expect(target).toMatchObject({
      distributed: { cluster: console_.stack.clickhouse.clusterName, shardingKey: 'cityHash64(id)' },
      landing: { table: 'landed_local', engine: 'MergeTree', partitionKey: 'toYYYYMM(at)' },
      missingNodes: [],
    })
    expect(target.replicas).toHaveLength(2)
    expect(target.replicas.every(({ cores }) => cores >= 1)).toBe(true)
  })

  it('tells which values would not fit', async () => {
    const mapping = [
      { column: 'id', expression: 'id' },
      { column: 'size', expression: 'size' },
    ]
    const preview = await previewLoadMapping(ctx(), {
      ...sample('trips/01.csv.gz'),
      read: { ...csv, columns: readColumns },
      target: { database: 'shop', table: 'landed' },
      mapping,
    })
    expect(preview).toMatchObject({ sampledRows: 3n, fault: null })
    expect(preview.columns[1]).toMatchObject({ type: 'UInt8', misfits: 1n, example: '300' })
    expect(preview.rows[0]).toEqual(['1', '100'])
    const text = { ...sample('trips/01.csv.gz'), target: { database: 'shop', table: 'landed' } }
    const asText = await previewLoadMapping(ctx(), {
      ...text,
      read: { ...csv, columns: readColumns },
      mapping: [{ column: 'id', expression: "concat('no', toString(id))" }],
    })
    expect(asText.columns[0]).toMatchObject({ readType: 'String', misfits: 3n, example: 'no1' })
    expect(asText.fault).toContain('no1')
    const decimal = await previewLoadMapping(ctx(), {
      ...text,
      read: { ...csv, columns: readColumns },
      mapping: [{ column: 'size', expression: 'toDecimal32(id, 2) - 2' }],
    })
    expect(decimal.columns[0]).toMatchObject({ misfits: 1n, example: '-1' })
    await expect(
      previewLoadMapping(ctx(), {
        ...text,
        read: { ...csv, columns: readColumns },
        mapping: [{ column: 'id', expression: '(SELECT 1)' }],
      }),
    ).rejects.toMatchObject({ code: 'invalid' })
  })

  it('plans with a strategy, checks and statements', async () => {
    const plan = await previewLoad(ctx(), draft())
    expect(plan.checks.filter(({ outcome }) => outcome !== 'passed')).toEqual([])
    expect(plan).toMatchObject({
      accepted: true,
      totals: { objects: 3 },
      batches: 1,
      strategy: { chosen: 'split', recommended: 'split' },
    })
    const byKey = await previewLoad(ctx(), draft({ strategy: 'reshard' }))
    const insert = byKey.statements[1]?.sql ?? ''
    expect(insert).toContain('trips/01.csv.gz')
    expect(insert).not.toContain(console_.stack.objectStore.secretAccessKey)
    const bad = draft({ mapping: [{ column: 'id', expression: "concat('no', toString(id))" }] })
    const refused = await previewLoad(ctx(), bad)
    expect(refused.accepted).toBe(false)
    await expect(startLoad(ctx(), bad)).rejects.toMatchObject({ code: 'invalid' })
  })

  it('tries a part of it for some seconds, and leaves no trace on the nodes', async () => {
    const trial = await tryLoad(ctx(), draft())
    expect(trial).toMatchObject({ sampleObjects: 3, rows: 9n })
    expect(trial.sampleBytes).toBe(trial.totalBytes)
    expect(trial.readShare).toBeGreaterThan(0)
    expect(trial.diskBytes).toBeGreaterThan(0n)
    expect(trial.nodes.flatMap(({ loading, reading }) => [loading.rows, reading.rows]).toSorted()).toEqual([
      3n,
      3n,
      6n,
      6n,
    ])
    expect(JSON.stringify(trial.sql)).not.toContain(console_.stack.objectStore.secretAccessKey)
    expect(
      await console_.askAll("SELECT name FROM system.tables WHERE startsWith(name, 'frostline_trial_')"),
    ).toEqual([[], []])
    expect(await console_.askAll('SELECT count() AS n FROM shop.landed_local')).toMatchObject([
      [{ n: '0' }],
      [{ n: '0' }],
    ])
    const broken = draft({ mapping: [{ column: 'id', expression: 'intDiv(id, id - id)' }] })
    await expect(tryLoad(ctx(), broken)).rejects.toMatchObject({ code: 'refused' })
    await expect(tryLoad(ctx('viewer'), draft())).rejects.toMatchObject({ code: 'forbidden' })
  })
})

describe('SQL of a person', () => {
  const file = "arrayMap(file, ['/etc/hostname'])[1]"
  const reach = [
    `toString(toUInt8(${file}))`,
    "file\u200b('/etc/hostname')",
    "'x' IN shop.landed",
    '(SELECT 1)',
  ]
  const refusal = { code: 'invalid', message: expect.stringContaining('column id cannot be taken') }

  it.each(reach)('reads nothing else through a mapping: %j', async (expression) => {
    const mapping = [{ column: 'id', expression }]
    const target = { database: 'shop', table: 'landed' }
    const read = { ...csv, columns: readColumns }
    const asked = { ...sample('trips/01.csv.gz'), target, read, mapping }
    await expect(previewLoadMapping(ctx(), asked)).rejects.toMatchObject(refusal)
    for (const verb of [previewLoad, startLoad, tryLoad])
      await expect(verb(ctx(), draft({ mapping }))).rejects.toMatchObject(refusal)
  })

  it.each(['DEFAULT', 'MATERIALIZED', 'ALIAS'])('reads nothing through %s of a column', async (word) => {
    const columns = [{ name: 'id', type: `String ${word} toString(${file})` }]
    const read = { ...csv, columns: [...columns, ...readColumns.slice(1)] }
    await expect(previewLoad(ctx(), draft({ read }))).rejects.toMatchObject(refusal)
    const asked = {
      cluster: console_.cluster,
      wanted: { ...wanted(), table: 'reaching', columns: [...columns, ...wanted().columns.slice(1)] },
    }
    const plan = await previewLoadTable(ctx(), asked)
    expect(plan).toMatchObject({
      statements: [],
      faults: [expect.stringContaining('column id cannot be taken')],
    })
    await expect(createLoadTable(ctx(), asked)).rejects.toMatchObject({ code: 'invalid' })
  })

  it.each([
    ['orderBy', `(id, ${file})`],
    ['partitionBy', file],
    ['shardingKey', `cityHash64(${file})`],
    ['ttl', `at + toIntervalDay(length(${file}))`],
    ['ttl', `at + INTERVAL 1 DAY DELETE WHERE id IN shop.landed`],
    ['ttl', `at + INTERVAL 1 DAY GROUP BY id SET size = max(length(${file}))`],
    ['ttl', "at + INTERVAL 1 DAY RECOMPRESS CODEC(ZSTD(file('x')))"],
  ])('reads nothing through %s: %s', async (clause, text) => {
    const asked = { cluster: console_.cluster, wanted: { ...wanted(), table: 'reaching', [clause]: text } }
    expect((await previewLoadTable(ctx(), asked)).faults).toHaveLength(1)
    await expect(createLoadTable(ctx(), asked)).rejects.toMatchObject({ code: 'invalid' })
    expect(await console_.askAll("SELECT 1 FROM system.tables WHERE name LIKE 'reaching%'")).toEqual([[], []])
  })

  it('makes tables with what is honest', async () => {
    const plan = await previewLoadTable(ctx(), {
      cluster: console_.cluster,
      wanted: {
        ...wanted(),
        partitionBy: '',
        ttl: 'at + INTERVAL 1 YEAR RECOMPRESS CODEC(Delta, ZSTD(17)), at + INTERVAL 2 YEAR DELETE WHERE size IN (1, 2), at + INTERVAL 3 YEAR GROUP BY id SET size = max(size), at = any(at)',
      },
    })
    expect(plan.faults).toEqual([])
  })
})

describe('bad rows', () => {
  const into = { database: 'shop', table: 'landed_bad_rows' }
  const skip = { kind: 'skip' as const, mostRowsPerObject: 2 }
  const checkOf = async (change: Partial<LoadDraft>) => {
    const { checks, accepted } = await previewLoad(ctx(), draft(change))
    const own = checks.filter(({ id }) => id === 'bad-rows')
    return [accepted, own.map(({ outcome }) => outcome), own.map(({ text }) => text).join(' ')]
  }

  it('can be left out of text, on nodes that record them', async () => {
    expect(await checkOf({})).toEqual([true, [], ''])
    expect(await checkOf({ badRows: skip })).toEqual([true, ['passed'], expect.any(String)])
    const collect = { kind: 'collect' as const, mostRowsPerObject: 2, into }
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
    await store.put(bucket(), 'broken/1.csv.gz', gzipSync(`id,at,size\n${rows.join('\n')}\n`))
    const broken = { source: source('broken/*.csv.gz') }
    expect((await previewLoad(ctx(), draft(broken))).accepted).toBe(false)
    expect((await previewLoad(ctx(), draft({ ...broken, badRows: skip }))).accepted).toBe(true)
    const trial = await tryLoad(ctx(), draft({ ...broken, badRows: skip }))
    expect(trial.nodes.map(({ loading }) => loading.rows)).toEqual([1n])
    const fewer = { ...skip, mostRowsPerObject: 1 }
    expect((await previewLoad(ctx(), draft({ ...broken, badRows: fewer }))).accepted).toBe(false)
  })

  it('are shown of loads that collect them, to operators', async () => {
    const badRows = { kind: 'collect' as const, mostRowsPerObject: 2, into }
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
    const { id } = await startLoad(ctx(), draft({ batch: { mostBytes: '1000000', mostObjects: 2 } }))
    const load = await getLoad(ctx('viewer'), { id })
    expect(load).toMatchObject({ status: 'queued', totalFiles: 3, files: { waiting: 3 }, table: 'landed' })
    expect(load.batches.map(({ files }) => files)).toEqual([2, 1])
    expect((await listLoads(ctx('viewer'), { cluster: console_.cluster })).loads[0]?.id).toBe(id)
    const files = await listLoadFiles(ctx('viewer'), { id, search: '02.CSV' })
    expect(files).toMatchObject({ total: 1, next: null })
    expect(files.files.map((file) => renderLoadFileCsv(file)).join('')).toContain('"trips/02.csv.gz"')
    await expect(removeSource(ctx('admin'), { id: sourceId })).rejects.toMatchObject({ code: 'conflict' })
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
    const put = await store.put(
      bucket(),
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
