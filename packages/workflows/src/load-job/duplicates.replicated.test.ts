import { randomUUID } from 'node:crypto'
import { createObjectStore, type ObjectStore } from '@frostline/object-store'
import {
  type ClusterDirectory,
  type ConnectedNode,
  cancelLoad,
  createSource,
  getLoad,
  getLoadBatch,
  type LoadDraft,
  previewLoad,
  retryLoad,
  settleLoadDuplicates,
  startLoad,
} from '@frostline/services'
import { openReplicatedLab, type ReplicatedLab } from '@frostline/services/testing'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type CrashPoint, crashAt } from '../testing/crashing-worker.ts'
import { driveOnce } from '../testing/drive-once.ts'
import { labDeps } from '../testing/lab-deps.ts'
import { loadWork } from './run-load-job.ts'

// A replicated table leaves out parts whose content it was given before, and answers that all is well.
let lab: ReplicatedLab
let store: ObjectStore
let sourceId = ''
let bucket = ''
const prefix = `duplicates-${randomUUID()}/`

beforeAll(async () => {
  lab = await openReplicatedLab()
  const access = lab.replicas.store
  if (!access) throw new Error('These tests need the store of the replicas.')
  bucket = access.bucket
  store = createObjectStore(access)
  const { id } = await createSource(lab.as('admin'), {
    name: 'Store',
    auth: 'keys',
    endpoint: access.endpoint,
    region: access.region,
    buckets: [bucket],
    accessKeyId: access.accessKeyId,
    secretAccessKey: access.secretAccessKey,
  })
  sourceId = id
  await putRows('a.csv', '2024-01-15', 0, 100)
  await putRows('b.csv', '2024-02-15', 100, 100)
  await putRows('more/a.csv', '2024-01-15', 0, 100)
  await putRows('more/c.csv', '2024-03-15', 200, 50)
})
afterAll(async () => {
  for await (const page of store.list(bucket, { prefix }))
    for (const { key } of page.objects) await store.delete(bucket, key)
  store.close()
  await lab?.close()
})
beforeEach((context) => lab.need(context, '2-shards-of-2'))

async function putRows(key: string, day: string, from: number, rows: number): Promise<void> {
  const lines = Array.from({ length: rows }, (_, row) => `${day},${from + row},text ${from + row}`)
  await store.put(bucket, `${prefix}${key}`, `day,id,text\n${lines.join('\n')}\n`)
}

async function createTable(table: string): Promise<void> {
  await lab.createTable(table, {
    columns: 'day Date, id UInt64, text String',
    orderBy: 'id',
    partitionBy: 'toYYYYMM(day)',
  })
}

const draft = (table: string, change: Partial<LoadDraft> = {}, glob = '*.csv'): LoadDraft => ({
  cluster: lab.cluster,
  source: { id: sourceId, bucket, selection: { kind: 'glob', glob: `${prefix}${glob}` } },
  read: {
    format: 'CSVWithNames',
    compression: 'none',
    columns: [
      { name: 'day', type: 'Date' },
      { name: 'id', type: 'UInt64' },
      { name: 'text', type: 'String' },
    ],
  },
  target: { database: lab.database, table },
  mapping: ['day', 'id', 'text'].map((column) => ({ column, expression: column })),
  strategy: 'single-node',
  ...change,
})

async function start(table: string, change: Partial<LoadDraft> = {}, glob?: string): Promise<string> {
  const { id } = await startLoad(lab.as('operator'), draft(table, change, glob))
  return id
}

/** What a worker does with it, in this process. */
async function drive(id: string, change: Parameters<typeof labDeps>[1] = {}) {
  const deps = { ...labDeps(lab, change), sourceAddresses: lab.ctx.sourceAddresses }
  await driveOnce(deps, loadWork, id)
  return getLoad(lab.as('viewer'), { id })
}

const waitReason = async (id: string) =>
  (await getLoad(lab.as('viewer'), { id })).batches[0]?.waitReason ?? ''

async function waitsFor(id: string, words: string): Promise<void> {
  await expect.poll(() => waitReason(id)).toContain(words)
}

/** Rows of each replica of the first shard, and those that are there more than once. */
async function rowsOf(table: string): Promise<string[]> {
  await lab.waitForEqualReplicas(table)
  const counts = await lab.askAll<{ rows: string; ids: string }>(
    `SELECT toString(count()) AS rows, toString(uniqExact(id)) AS ids FROM ${lab.database}.${table}`,
  )
  return lab.replicas.nodes.flatMap(({ shard }, index) => {
    const [count] = counts[index] ?? []
    return shard === 1 ? [`${count?.rows} rows of ${count?.ids}`] : []
  })
}

/** Tables of the load; those of a cancelled one stay for its retry. */
async function listStaging(id: string): Promise<unknown[]> {
  const left = await lab.askAll(
    `SELECT name FROM system.tables WHERE database = '${lab.database}' AND startsWith(name, 'frostline_load_${id.replaceAll('-', '')}')`,
  )
  return left.flat()
}

it('tells before the start what was loaded before, and for how long the table leaves it out', async () => {
  await createTable('told')
  const checkOf = async () =>
    (await previewLoad(lab.as('operator'), draft('told'))).checks.find(({ id }) => id === 'duplicates')
  expect(await checkOf()).toMatchObject({
    outcome: 'passed',
    text: expect.stringContaining('within 3600 s and 10000 parts'),
  })
  const id = await start('told', { title: 'The first of them' })
  expect((await drive(id)).status).toBe('completed')
  await lab.askAll(
    `ALTER TABLE ${lab.database}.told MODIFY SETTING replicated_deduplication_window_seconds = 77`,
  )
  expect(await checkOf()).toMatchObject({
    outcome: 'warning',
    text: expect.stringMatching(
      /2 of the objects were loaded into this table before.*"The first of them".*within 77 s/,
    ),
  })
})

it('waits for a person, says what arrived when and by whom, and is cancelled with nothing half-way', async () => {
  await createTable('asked')
  await drive(await start('asked', { title: 'The first of them' }))
  const id = await start('asked')
  const driving = drive(id)
  await waitsFor(id, 'by the load "The first of them"')
  const [batch] = (await getLoad(lab.as('viewer'), { id })).batches
  expect(batch?.leftOut?.map(({ partitionId, parts }) => [partitionId, parts.length])).toEqual([
    ['202401', 1],
    ['202402', 1],
  ])
  await cancelLoad(lab.as('operator'), { id })
  expect((await driving).status).toBe('cancelled')
  expect(await rowsOf('asked')).toEqual(['200 rows of 200', '200 rows of 200'])
  expect(await lab.db.loadPublish.count({ where: { batch: { jobId: id } } })).toBe(0)
  // What is staged is kept for a retry.
  await settleLoadDuplicates(lab.as('operator'), { id, duplicates: 'adopt' })
  await retryLoad(lab.as('operator'), { id })
  expect(await drive(id)).toMatchObject({ status: 'completed', batches: [{ attempt: 1 }] })
  expect(await rowsOf('asked')).toEqual(['200 rows of 200', '200 rows of 200'])
  expect(await listStaging(id)).toEqual([])
})

it('loads it anyway when a person wants that, once', async () => {
  await createTable('anyway')
  await drive(await start('anyway'))
  const id = await start('anyway')
  const driving = drive(id)
  await waitsFor(id, 'Choose whether')
  await settleLoadDuplicates(lab.as('operator'), { id, duplicates: 'load' })
  expect(await driving).toMatchObject({ status: 'completed', rowsBefore: 200n, rowsAfter: 400n })
  expect(await rowsOf('anyway')).toEqual(['400 rows of 200', '400 rows of 200'])
  expect(await listStaging(id)).toEqual([])
})

it('waits until the window has passed, then loads', async () => {
  await createTable('later')
  const setWindow = (seconds: number) =>
    lab.askAll(
      `ALTER TABLE ${lab.database}.later MODIFY SETTING replicated_deduplication_window_seconds = ${seconds}`,
    )
  await setWindow(3_600)
  await drive(await start('later'))
  const id = await start('later', { duplicates: 'wait' })
  const driving = drive(id)
  await waitsFor(id, 'It will be loaded at 20')
  // A short window from the start could pass before a slow machine has staged the rows.
  await setWindow(4)
  expect((await driving).status).toBe('completed')
  expect(await rowsOf('later')).toEqual(['400 rows of 200', '400 rows of 200'])
})

it('counts as loaded what is proved to be there, and brings in the rest', async () => {
  await createTable('adopted')
  await drive(await start('adopted'))
  // Merged with other rows, so that no part of the same hash is left.
  await lab.ask(
    lab.names[0] ?? '',
    `INSERT INTO ${lab.database}.adopted VALUES ('2024-01-01', 5000, 'other')`,
  )
  await lab.ask(lab.names[0] ?? '', `OPTIMIZE TABLE ${lab.database}.adopted PARTITION ID '202401' FINAL`)
  const id = await start('adopted', { duplicates: 'adopt' }, 'more/*.csv')
  expect(await drive(id)).toMatchObject({ status: 'completed', rowsBefore: 201n, rowsAfter: 251n })
  expect(await rowsOf('adopted')).toEqual(['251 rows of 251', '251 rows of 251'])
  const { publishes } = await getLoadBatch(lab.as('viewer'), { id, ordinal: 0 })
  expect(publishes.map(({ partitionId, rows, presentRows }) => [partitionId, rows, presentRows])).toEqual([
    ['202401', 0n, 100n],
    ['202403', 50n, 0n],
  ])
  expect(await listStaging(id)).toEqual([])
})

it('does not count as loaded what was removed since', async () => {
  await createTable('removed')
  await drive(await start('removed'))
  await lab.ask(
    lab.names[0] ?? '',
    `ALTER TABLE ${lab.database}.removed DELETE WHERE id = 7 SETTINGS mutations_sync = 2`,
  )
  const id = await start('removed', { duplicates: 'adopt' })
  const driving = drive(id)
  await waitsFor(id, '1 of 100 rows are not in partition 202401')
  await settleLoadDuplicates(lab.as('operator'), { id, duplicates: 'load' })
  expect((await driving).status).toBe('completed')
  expect(await rowsOf('removed')).toEqual(['399 rows of 200', '399 rows of 200'])
})

/** As for an account that may not read system.zookeeper: what is left out is seen after the statement. */
function blindToKeeper(): ClusterDirectory {
  const guard = (node: ConnectedNode): ConnectedNode => ({
    ...node,
    client: {
      ...node.client,
      query: (query, ...given) =>
        query.name === 'attached_blocks'
          ? Promise.resolve({ rows: [], elapsedMs: 0, queryId: '' } as never)
          : node.client.query(query, ...given),
      command: (request) => node.client.command(request),
    },
  })
  return {
    ...lab.clusters,
    get: async (id) => {
      const cluster = await lab.clusters.get(id)
      return { ...cluster, nodes: cluster.nodes.map(guard) }
    },
  }
}

it('is cancelled too where Keeper cannot be read, with nothing half-way', async () => {
  await createTable('blind')
  await drive(await start('blind'))
  const id = await start('blind')
  const driving = drive(id, { clusters: blindToKeeper() })
  await waitsFor(id, 'skipped parts of partition')
  await cancelLoad(lab.as('operator'), { id })
  expect((await driving).status).toBe('cancelled')
  expect(await rowsOf('blind')).toEqual(['200 rows of 200', '200 rows of 200'])
  expect(await lab.db.loadPublish.count({ where: { batch: { jobId: id } } })).toBe(0)
})

it('is counted as loaded too where Keeper cannot be read', async () => {
  await createTable('blind_adopt')
  await drive(await start('blind_adopt'))
  const id = await start('blind_adopt', {}, 'more/*.csv')
  const driving = drive(id, { clusters: blindToKeeper() })
  await waitsFor(id, 'skipped parts of partition')
  await settleLoadDuplicates(lab.as('operator'), { id, duplicates: 'adopt' })
  expect((await driving).status).toBe('completed')
  expect(await rowsOf('blind_adopt')).toEqual(['250 rows of 250', '250 rows of 250'])
})

/** Every so many steps of the worker; 1 tries all. */
const stride = Number(process.env.FROSTLINE_CRASH_STRIDE ?? 17)
const seed = Number(process.env.FROSTLINE_CRASH_SEED ?? 7)

for (const [rule, rows] of [
  ['load', '400 rows of 200'],
  ['adopt', '200 rows of 200'],
] as const)
  it(`${rule}: loses and doubles nothing, at whichever step its worker ends`, {
    timeout: stride === 1 ? 3_600_000 : 300_000,
  }, async () => {
    let tried = 0
    for (let step = 1 + (seed % stride); ; step += stride) {
      const table = `crash_${rule}_${step}`
      await createTable(table)
      await drive(await start(table))
      const id = await start(table, { duplicates: rule })
      const point: CrashPoint = { step, when: 'sent' }
      const { db, clusters, state } = crashAt(point, lab)
      await drive(id, { db, clusters }).catch((error: unknown) => {
        if (!state.dead) throw error
      })
      if (state.at === '') break
      const where = `${rule}, step ${step} (${state.at}), stride ${stride}, seed ${seed}`
      expect([where, (await drive(id)).status, await rowsOf(table), await listStaging(id)]).toEqual([
        where,
        'completed',
        [rows, rows],
        [],
      ])
      tried++
    }
    expect(tried).toBeGreaterThan(40 / stride)
  })
