import {
  cancelGeneration,
  getGeneration,
  getGenerationChunk,
  getRunHistory,
  listGenerationChunks,
  pauseGeneration,
  previewGeneration,
  previewGenerationSql,
  resumeGeneration,
  retryGeneration,
} from '@frostline/services'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { crashAt } from '../testing/crashing-worker.ts'
import { type GenerationLab, openGenerationLab } from '../testing/generation-lab.ts'
import { formatByEngine, listSent } from '../testing/sent-statements.ts'
import { until } from '../testing/until.ts'

let lab: GenerationLab
beforeAll(async () => {
  lab = await openGenerationLab()
})
afterEach(() => lab.store.clearFaults())
afterAll(() => lab?.close())

it('shows each statement as sent: the first one in the preview, all of them in its run', async () => {
  const draft = lab.draft('shown/')
  const preview = await previewGeneration(lab.loadCtx, draft)
  const since = new Date()
  const id = await lab.start(draft)
  expect((await lab.drive(id)).status).toBe('completed')
  const chunks = await lab.chunksOf(id)
  const shown = await Promise.all(
    chunks.map(async ({ ordinal, nodeName }) => ({
      node: nodeName,
      sql: (await getGenerationChunk(lab.loadCtx, { id, ordinal })).sql ?? '',
    })),
  )
  expect(shown).toHaveLength(preview.statements)
  expect(shown[0]?.sql).toBe(preview.statement.sql)
  // Before it starts it is unknown which node is free for which.
  const before = await previewGenerationSql(lab.loadCtx, draft)
  expect(before.statements).toEqual(shown.map(({ sql }) => ({ node: lab.nodes.join(' or '), sql })))
  for (const node of lab.nodes) {
    const own = shown.filter((each) => each.node === node).map(({ sql }) => sql)
    const sent = await listSent(lab, node, ['data-generation'], since)
    const lines = (await formatByEngine(lab, sent)).map((line) =>
      line.replaceAll(lab.store.accessKeyId, '[HIDDEN]'),
    )
    expect(lines.toSorted()).toEqual((await formatByEngine(lab, own)).toSorted())
  }
})

describe('a template', () => {
  it('is written by all nodes, each file once, and reads back unchanged', async () => {
    const id = await lab.start(lab.draft('trips/', { rows: 950 }))
    const generation = await lab.drive(id)
    expect([generation.status, generation.error]).toEqual(['completed', null])
    expect(Object.keys(await lab.listFilesBelow('trips/'))).toEqual(
      Array.from({ length: 10 }, (_, file) => `trips/part-00000${file}.parquet`),
    )
    expect(await lab.sumFiles('trips/', 'Parquet')).toEqual(await lab.sumTemplate('taxi-trips', 950))
    const chunks = await lab.chunksOf(id)
    expect(chunks.map(({ writtenRows, attempts }) => [writtenRows, attempts])).toEqual([
      ...Array.from({ length: 9 }, () => [100n, 1]),
      [50n, 1],
    ])
    expect(new Set(chunks.map(({ nodeName }) => nodeName))).toEqual(new Set(lab.nodes))
    const detail = await getGeneration(lab.as('viewer'), { id })
    expect(detail).toMatchObject({ writtenFiles: 10, writtenRows: 950n, pattern: 'trips/part-*.parquet' })
    expect(detail.writtenBytes).toBe(chunks.reduce((sum, chunk) => sum + (chunk.writtenBytes ?? 0n), 0n))
    const audit = await lab.db.auditEntry.findMany({ where: { objectId: id }, orderBy: { at: 'asc' } })
    expect(audit.map(({ action, outcome }) => [action, outcome])).toEqual([
      ['data-generation.start', 'requested'],
      ['data-generation.finish', 'succeeded'],
    ])
  })

  it.each([
    ['events', 'CSVWithNames', 'gzip'],
    ['wide-rows', 'CSV', 'zstd'],
    ['taxi-trips', 'TSVWithNames', 'lz4'],
    ['events', 'TSV', 'none'],
    ['events', 'JSONEachRow', 'gzip'],
    ['wide-rows', 'Parquet', 'none'],
    ['taxi-trips', 'ORC', 'none'],
    ['taxi-trips', 'Avro', 'none'],
  ] as const)('%s as %s, %s, reads back unchanged', async (template, format, compression) => {
    const prefix = `formats/${template} ${format}/`
    const draft = lab.draft(prefix, {
      content: { kind: 'template', template },
      format,
      compression,
      rows: 250,
    })
    expect((await lab.drive(await lab.start(draft))).status).toBe('completed')
    expect(await lab.sumFiles(prefix.replaceAll(' ', '%20'), format, template)).toEqual(
      await lab.sumTemplate(template, 250),
    )
  })

  it('is written several files a statement where there are many of them', async () => {
    const draft = lab.draft('many/', { format: 'CSV', compression: 'gzip', rows: 3_295, rowsPerFile: 50 })
    const id = await lab.start(draft)
    expect((await lab.drive(id)).status).toBe('completed')
    expect((await lab.chunksOf(id)).map(({ writtenFiles }) => writtenFiles)).toEqual([
      ...Array(16).fill(4),
      2,
    ])
    expect(Object.keys(await lab.listFilesBelow('many/'))).toHaveLength(66)
    expect(await lab.sumFiles('many/', 'CSV')).toEqual(await lab.sumTemplate('taxi-trips', 3_295))
    const { sql } = await getGenerationChunk(lab.as('viewer'), { id, ordinal: 1 })
    expect(sql).toMatch(/^INSERT INTO FUNCTION s3\(.*'\[HIDDEN\]'[\s\S]*FROM numbers\(200, 200\)/)
  })

  it('is the same, byte for byte, whichever step its worker is killed at', {
    timeout: 180_000,
  }, async () => {
    const whole = Object.values(
      await filesOf(await lab.start(lab.draft('crash/whole/', { rows: 300 })), 'crash/whole/'),
    )
    let steps = 0
    for (let step = 1; ; step += 2) {
      const prefix = `crash/${step}/`
      const id = await lab.start(lab.draft(prefix, { rows: 300 }))
      const { db, clusters, state } = crashAt(
        { step, when: 'sent' },
        { db: lab.db, clusters: lab.ctx.clusters },
      )
      await lab.drive(id, { db, clusters }).catch((error: unknown) => {
        if (!state.dead) throw error
      })
      if (state.at === '') break
      steps++
      expect([step, state.at, Object.values(await filesOf(id, prefix))]).toEqual([step, state.at, whole])
    }
    expect(steps).toBeGreaterThan(8)
  })

  async function filesOf(id: string, prefix: string): Promise<Record<string, string>> {
    const { status } = await lab.db.run.findUniqueOrThrow({ where: { id } })
    if (status !== 'completed') expect((await lab.drive(id)).status).toBe('completed')
    return lab.listFilesBelow(prefix)
  }

  it('is written by the others while a node is down, and by one that comes back', async () => {
    const [, second] = lab.clickhouse.nodes
    if (!second) throw new Error('The lab has two nodes.')
    await second.kill()
    const id = await lab.start(lab.draft('away/'))
    expect((await lab.drive(id)).status).toBe('completed')
    expect(new Set((await lab.chunksOf(id)).map(({ nodeName }) => nodeName))).toEqual(new Set([lab.first]))

    await lab.clickhouse.nodes[0]?.kill()
    const later = await lab.start(lab.draft('nobody/'))
    const driving = lab.drive(later)
    await until(
      async () => (await lab.db.run.findUniqueOrThrow({ where: { id: later } })).waitReason !== null,
    )
    for (const node of lab.clickhouse.nodes) await node.start()
    expect((await driving).status).toBe('completed')
    expect(await lab.sumFiles('nobody/', 'Parquet')).toEqual(await lab.sumTemplate('taxi-trips', 1_000))
  })

  it('continues when a node is killed in the middle of its statement', async () => {
    const rows = 3_000_000
    const id = await lab.start(lab.draft('midst/', { rows, rowsPerFile: rows / 2 }))
    const driving = lab.drive(id)
    await until(async () => (await lab.countRunning()) === 2)
    await lab.clickhouse.nodes[1]?.kill()
    await lab.clickhouse.nodes[1]?.start()
    expect((await driving).status).toBe('completed')
    expect(await lab.sumFiles('midst/', 'Parquet')).toEqual(await lab.sumTemplate('taxi-trips', rows))
    expect((await lab.chunksOf(id)).reduce((sum, { attempts }) => sum + attempts, 0)).toBeGreaterThan(2)
  })

  it('continues with the next worker when its worker is killed', { timeout: 120_000 }, async () => {
    const rows = 3_000_000
    const killed = await lab.startWorker()
    const id = await lab.start(lab.draft('killed/', { rows, rowsPerFile: rows / 4 }))
    await until(async () => (await lab.countRunning()) > 0)
    await killed.kill()
    const next = await lab.startWorker()
    await until(async () => (await getGeneration(lab.loadCtx, { id })).status === 'completed')
    // It would take what later tests run themselves.
    await next.kill()
    expect(await lab.sumFiles('killed/', 'Parquet')).toEqual(await lab.sumTemplate('taxi-trips', rows))
    expect(Object.keys(await lab.listFilesBelow('killed/'))).toHaveLength(4)
  })

  it('is cancelled inside its statements, and retried from there', async () => {
    const rows = 40_000_000
    const draft = lab.draft('cancel/', { rows, rowsPerFile: rows / 2, format: 'CSV', compression: 'none' })
    const id = await lab.start(draft)
    const driving = lab.drive(id)
    await until(async () => (await lab.countRunning()) === 2)
    await cancelGeneration(lab.loadCtx, { id })
    expect((await driving).status).toBe('cancelled')
    expect((await getGeneration(lab.loadCtx, { id })).cancelledBy).toBe('operator@lab')
    expect(await lab.countRunning()).toBe(0)
    expect(await lab.listFilesBelow('cancel/')).toEqual({})
    await expect(cancelGeneration(lab.loadCtx, { id })).rejects.toMatchObject({ code: 'conflict' })

    await retryGeneration(lab.loadCtx, { id })
    expect(await lab.chunksOf(id)).toMatchObject([{ status: 'planned' }, { status: 'planned' }])
    await cancelGeneration(lab.loadCtx, { id })
    expect((await lab.chunksOf(id)).map(({ status }) => status)).toEqual(['cancelled', 'cancelled'])
  })

  it('is paused inside its statements, continues from there, and its history shows who did what', async () => {
    const rows = 4_000_000
    const id = await lab.start(lab.draft('pause/', { rows, rowsPerFile: rows / 4, statementsPerNode: 1 }))
    const driving = lab.drive(id)
    await until(async () => (await lab.countRunning()) === 2)
    await pauseGeneration(lab.loadCtx, { id })
    expect(await driving).toMatchObject({ status: 'paused', finishedAt: null })
    expect(await lab.countRunning()).toBe(0)
    expect((await getGeneration(lab.loadCtx, { id })).pausedBy).toBe('operator@lab')
    const written = await lab.listFilesBelow('pause/')
    await resumeGeneration(lab.loadCtx, { id })
    await expect(resumeGeneration(lab.loadCtx, { id })).rejects.toMatchObject({
      ...{ code: 'conflict', message: expect.stringContaining('queued, so it cannot be resumed') },
    })
    expect((await lab.drive(id)).status).toBe('completed')
    expect(await lab.listFilesBelow('pause/')).toMatchObject(written)
    expect(await lab.sumFiles('pause/', 'Parquet')).toEqual(await lab.sumTemplate('taxi-trips', rows))
    const history = await getRunHistory(lab.loadCtx, { id })
    expect(history.map(({ order, to }) => `${order} ${to}`)).toEqual([
      ...['complete completed', 'begin running', 'resume queued'],
      ...['stop paused', 'pause pausing', 'begin running', 'start queued'],
    ])
    const people = history.filter(({ order }) => ['start', 'pause', 'resume'].includes(order))
    expect(new Set(people.map(({ by }) => by))).toEqual(new Set(['operator@lab']))
  })

  it('is sent again where the store fails for longer than a statement takes', async () => {
    await lab.store.inject({ operation: 'PutObject', status: 503 })
    const id = await lab.start(lab.draft('stumbles/', { rows: 200 }))
    const driving = lab.drive(id)
    await until(async () => (await lab.chunksOf(id)).some(({ attempts }) => attempts > 1))
    await lab.store.clearFaults()
    expect((await driving).status).toBe('completed')
    expect(await lab.sumFiles('stumbles/', 'Parquet')).toEqual(await lab.sumTemplate('taxi-trips', 200))
  })
})

describe('objects of others', () => {
  it('block its start', async () => {
    await lab.put('taken/notes.txt', 'mine')
    await expect(lab.start(lab.draft('taken/'))).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('it contains taken/notes.txt'),
    })
    const preview = await previewGeneration(lab.loadCtx, lab.draft('taken'))
    expect(preview.obstacle).toContain('it contains taken/notes.txt')
  })

  it('are not overwritten when they arrived after the start, not even under its own file names', async () => {
    for (const name of ['late.txt', 'part-000003.parquet']) {
      const prefix = `${name}/`
      const id = await lab.start(lab.draft(prefix))
      await lab.put(`${prefix}${name}`, 'mine')
      const before = await lab.listFilesBelow(prefix)
      const generation = await lab.drive(id)
      expect([generation.status, generation.error]).toEqual([
        'failed',
        expect.stringContaining(`${prefix}${name} does not belong to this generation`),
      ])
      expect(await lab.listFilesBelow(prefix)).toEqual(before)
    }
  })

  it('may be those of another generation', async () => {
    const id = await lab.start(lab.draft('rival/one/'))
    await expect(lab.start(lab.draft('rival/'))).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('rival/one/'),
    })
    await cancelGeneration(lab.loadCtx, { id })
  })
})

describe('a query', () => {
  const content = (query: string) => ({ content: { kind: 'query' as const, query } })

  it('is written in files by counting, as many as its rows need', async () => {
    const query = 'SELECT number AS n, toString(number) AS text FROM numbers(25) ORDER BY n -- all'
    const draft = lab.draft('query/', { ...content(query), rows: 300, rowsPerFile: 10 })
    const id = await lab.start(draft, 'admin')
    expect((await lab.drive(id)).status).toBe('completed')
    expect(Object.keys(await lab.listFilesBelow('query/'))).toHaveLength(3)
    expect(await lab.chunksOf(id)).toMatchObject([{ writtenFiles: 3, writtenRows: 25n }])
  })

  it('is not sent where the stored text reads a file', async () => {
    const id = await lab.start(lab.draft('stored/', content('SELECT 1 AS n')), 'admin')
    const { spec } = await lab.db.dataGeneration.findUniqueOrThrow({ where: { id } })
    const stored = { ...(spec as object), ...content("SELECT file('/etc/hostname') AS n") }
    await lab.db.dataGeneration.update({ where: { id }, data: { spec: stored } })
    expect(await lab.drive(id)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('rejected the query before it ran'),
    })
    expect(await lab.chunksOf(id)).toMatchObject([
      { status: 'failed', error: expect.stringContaining('file() is not allowed') },
    ])
    expect(Object.keys(await lab.listFilesBelow('stored/'))).toEqual([])
  })

  it('is for admins, and so is its text', async () => {
    const draft = lab.draft('admins/', content("SELECT 'sesame' AS secret"))
    await expect(lab.start(draft)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(previewGeneration(lab.loadCtx, draft)).rejects.toMatchObject({ code: 'forbidden' })
    const id = await lab.start(draft, 'admin')
    await lab.drive(id)
    const seen = async (role: 'operator' | 'admin') =>
      JSON.stringify(
        [
          await getGeneration(lab.as(role), { id }),
          await listGenerationChunks(lab.as(role), { id }),
          await getGenerationChunk(lab.as(role), { id, ordinal: 0 }),
          await lab.db.auditEntry.findMany({ where: { objectId: id } }),
        ],
        (_, value) => (typeof value === 'bigint' ? String(value) : value),
      )
    expect(await seen('operator')).not.toContain('sesame')
    expect(await seen('admin')).toContain('sesame')
  })

  it.each([
    ['cannot read what is bound beside it', 'SELECT {s3_secret: String} AS secret', 'code 456'],
    [
      'reads no file of the host, though nothing keeps the ClickHouse user from it',
      "SELECT arrayMap(file, ['/etc/hostname']) AS f",
      'file() is not allowed',
    ],
  ])('%s', async (_, query, reason) => {
    const draft = lab.draft('refused/', content(query))
    const refusal = { code: 'refused', message: expect.stringContaining(reason) }
    await expect(lab.start(draft, 'admin')).rejects.toMatchObject(refusal)
    await expect(previewGeneration(lab.as('admin'), draft)).rejects.toMatchObject(refusal)
  })

  it('that the server rejects fails at once; a retry deletes what was written before', async () => {
    const query = "SELECT throwIf(number = 30000, 'sesame') AS n, number FROM numbers(40000)"
    const draft = lab.draft('throws/', { ...content(query), rows: 40_000, rowsPerFile: 2_000 })
    const id = await lab.start(draft, 'admin')
    const generation = await lab.drive(id)
    expect(generation.status).toBe('failed')
    expect(generation.error).toContain('code 395')
    expect(generation.error).not.toContain('sesame')
    await lab.put('throws/part-000000.parquet', 'half of a file')
    await retryGeneration(lab.as('admin'), { id })
    expect((await lab.drive(id)).status).toBe('failed')
    expect(await lab.listFilesBelow('throws/')).toEqual({})
    await expect(retryGeneration(lab.loadCtx, { id })).rejects.toMatchObject({ code: 'forbidden' })
  })
})

it('shows what it would write, and writes nothing', async () => {
  const draft = lab.draft('preview', {
    format: 'CSVWithNames',
    compression: 'gzip',
    rows: 100_000,
    rowsPerFile: 10_000,
  })
  const preview = await previewGeneration(lab.loadCtx, draft)
  expect(preview).toMatchObject({ files: 10, statements: 10, writers: lab.nodes, obstacle: null })
  expect(preview.sample.rows[3]?.[0]).toBe('3')
  expect(preview.sample.columns).toHaveLength(12)
  expect(preview.statement.sql).toContain("'[HIDDEN]'")
  expect(await lab.listFilesBelow('preview/')).toEqual({})
  const id = await lab.start(draft)
  await lab.drive(id)
  const { writtenBytes } = await getGeneration(lab.loadCtx, { id })
  expect(Number(preview.estimate?.sizeBytes) / Number(writtenBytes)).toBeCloseTo(1, 0.7)
})

it('never shows the keys of the source', async () => {
  const { secretAccessKey, accessKeyId } = lab.store
  const rows = await Promise.all([
    lab.db.dataGeneration.findMany(),
    lab.db.dataGenerationChunk.findMany(),
    lab.db.auditEntry.findMany({ where: { objectType: 'data-generation' } }),
  ])
  const text = JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value))
  expect(text).toContain('INSERT INTO FUNCTION s3(')
  expect(text).not.toContain(secretAccessKey)
  expect(text).not.toContain(accessKeyId)
  for (const [, client] of lab.admins) {
    await client.command({ query: 'SYSTEM FLUSH LOGS' })
    const [found] = await lab.rows<{ n: number; all: number }>(
      client,
      `SELECT toUInt32(countIf(position(toString(tuple(*)), reverse('${[...secretAccessKey].reverse().join('')}')) > 0)) AS n,
        toUInt32(countIf(query LIKE 'INSERT INTO FUNCTION s3%')) AS all FROM system.query_log`,
    )
    expect(found?.n).toBe(0)
    expect(found?.all).toBeGreaterThan(0)
  }
})
