import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '../../platform/base/actor.ts'
import type { TestConsole } from '../../platform/reading/testing/start-console.ts'
import {
  createLoadTable,
  getLoadTarget,
  inspectLoad,
  type LoadDraft,
  previewLoad,
  previewLoadMapping,
  previewLoadTable,
  readLoadManifest,
  startLoad,
  tryLoad,
} from './index.ts'
import { csv, type LoadScene, openLoadScene, readColumns } from './testing/open-load-scene.ts'

let scene: LoadScene
let console_: TestConsole
const ctx = (role?: Role) => scene.ctx(role)
const source = (glob: string) => scene.source(glob)
const draft = (change?: Partial<LoadDraft>) => scene.draft(change)
const sample = (key: string) => scene.sample(key)
const wanted = () => scene.wanted()

beforeAll(async () => {
  scene = await openLoadScene()
  console_ = scene.console
})
afterAll(() => scene?.stop())

describe('before a load', () => {
  it('makes a manifest of a pattern and of keys', async () => {
    const all = await readLoadManifest(ctx(), { source: source('trips/{01..03}.csv.gz') })
    expect(all).toMatchObject({ objects: 3, missingCount: 0, unreadableCount: 0 })
    expect(all.first.map(({ key }) => key)).toEqual(['trips/01.csv.gz', 'trips/02.csv.gz', 'trips/03.csv.gz'])
    expect(all.sizeBytes).toBe(all.first.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0n))
    expect(all.detected).toEqual([{ format: 'CSVWithNames', compression: 'gzip', objects: 3 }])
    const picked = await readLoadManifest(ctx(), {
      source: {
        id: scene.sourceId,
        bucket: scene.bucket,
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
    const hiding = draft({ read: { ...csv, columns: [...readColumns, { name: '_path', type: 'String' }] } })
    await expect(previewLoad(ctx(), hiding)).rejects.toMatchObject({
      ...{ code: 'invalid', message: expect.stringContaining('virtual column') },
    })
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
  const refusal = { code: 'invalid', message: expect.stringContaining('column id is not accepted') }

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
      faults: [expect.stringContaining('column id is not accepted')],
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
