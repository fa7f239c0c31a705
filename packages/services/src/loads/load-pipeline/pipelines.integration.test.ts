import { keepPipelineTurn, type Prisma, takePipelineTurn } from '@frostline/db'
import { keepsKey } from '@frostline/embedded/testing'
import { createObjectStore, type ObjectStore } from '@frostline/object-store'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { watchPipelines } from '../../platform/alert/evaluate/evaluate.ts'
import type { Role } from '../../platform/base/actor.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { startConsole, type TestConsole } from '../../platform/reading/testing/start-console.ts'
import { listLoads, retryLoad } from '../load-job/index.ts'
import { createSource, removeSource } from '../source/index.ts'
import {
  type CreatePipelineInput,
  createPipeline,
  getPipeline,
  inspectPipeline,
  listPipelineObjects,
  listPipelines,
  pausePipeline,
  removePipeline,
  resumePipeline,
  runPipelineNow,
  takePipelineDueTimes,
  updatePipeline,
} from './index.ts'
import { listWaiting } from './look/list-waiting.ts'
import { settlePipelineCheck } from './look/settle-look.ts'

let console_: TestConsole
let store: ObjectStore
let sourceId = ''

const ctx = (role: Role = 'operator', id: string = role): ServiceContext => ({
  ...console_.ctx,
  actor: { type: 'user', id, name: `${id}@example.com`, role },
})
const worker = (name = 'a'): ServiceContext => ({
  ...console_.ctx,
  actor: { type: 'system', id: `worker-${name}`, name: `worker ${name}`, role: 'operator' },
})
const db = () => console_.ctx.db
const bucket = () => console_.stack.objectStore.bucket

async function put(key: string, ids: readonly number[]): Promise<void> {
  const outcome = await store.put(bucket(), key, `id\n${ids.join('\n')}\n`)
  if (outcome.kind !== 'ok') throw new Error(outcome.message)
}

/** A pipeline over the folder of its name. */
async function make(name: string, change: Partial<CreatePipelineInput> = {}): Promise<string> {
  const { id } = await createPipeline(ctx(), {
    cluster: console_.cluster,
    name,
    source: { id: sourceId, bucket: bucket(), selection: { kind: 'glob', glob: `${name}/**` } },
    read: { format: 'CSVWithNames', compression: 'none', columns: [{ name: 'id', type: 'UInt64' }] },
    target: { database: 'shop', table: 'events' },
    mapping: [{ column: 'id', expression: 'id' }],
    strategy: 'single-node',
    trigger: { kind: 'continuous', pollSeconds: 5 },
    startWith: 'everything',
    ...change,
  })
  return id
}

/** Checks now, whatever time it is. */
async function look(id: string, at: ServiceContext = worker()): Promise<void> {
  await inspectPipeline(at, id)
}

const jobsOf = (pipelineId: string) =>
  db().loadJob.findMany({
    where: { pipelineId },
    include: { run: true, files: { orderBy: { ordinal: 'asc' } } },
    orderBy: { run: { createdAt: 'asc' } },
  })
const keysOf = async (pipelineId: string) =>
  (await jobsOf(pipelineId)).map(({ files }) => files.map(({ key }) => key.split('/').at(-1)))

/** Writes what the engine writes at the end of a load; other tests run real loads. */
async function endLoads(pipelineId: string, status: 'completed' | 'failed'): Promise<void> {
  const open: Prisma.LoadJobWhereInput = { pipelineId, run: { status: 'queued' } }
  const fileStatus = status === 'completed' ? 'loaded' : 'failed'
  await db().loadFile.updateMany({ where: { job: open }, data: { status: fileStatus } })
  await db().loadBatch.updateMany({ where: { job: open }, data: { status } })
  const runs = { loadJob: { pipelineId }, status: 'queued' } as const
  await db().run.updateMany({ where: runs, data: { status, finishedAt: new Date() } })
}

beforeAll(async () => {
  console_ = await startConsole({ shards: 1, embeddedOnly: true })
  await console_.askAll('CREATE DATABASE shop')
  await console_.askAll('CREATE TABLE shop.events (id UInt64) ENGINE = MergeTree ORDER BY id')
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
  for (const id of ['operator', 'second'])
    await db().user.create({ data: { id, email: `${id}@example.com`, name: id, role: 'operator' } })
})
afterEach(() => console_.stack.embedded.store.clearFaults())
afterAll(async () => {
  store?.close()
  await console_?.stop()
})

it('accepts no expression that reads more than its objects', async () => {
  const mapping = [{ column: 'id', expression: "toUInt64(arrayMap(file, ['/etc/hostname'])[1])" }]
  await put('reaching/1.csv', [1])
  await expect(make('reaching', { mapping })).rejects.toMatchObject({ code: 'invalid' })
})

describe('a pipeline', () => {
  it('takes each object once, one load at a time, and shows what waits', async () => {
    await put('once/1.csv', [1])
    await put('once/2.csv', [2, 3])
    const id = await make('once')
    await look(id)
    await look(id)
    expect(await keysOf(id)).toEqual([['1.csv', '2.csv']])
    await put('once/3.csv', [4])
    await look(id)
    const behind = await getPipeline(ctx('viewer'), { id })
    expect(behind.lag.objects).toBe(3)
    expect(behind.waiting).toMatchObject({ objects: 1, bytes: 5n })
    expect(behind.loading.objects).toBe(2)
    expect(behind.waitingFirst.map(({ key }) => key)).toEqual(['once/3.csv'])
    await endLoads(id, 'completed')
    await look(id)
    await endLoads(id, 'completed')
    await look(id)
    expect(await keysOf(id)).toEqual([['1.csv', '2.csv'], ['3.csv']])
    const done = await getPipeline(ctx('viewer'), { id })
    expect(done.lag).toEqual({ objects: 0, bytes: 0n, oldest: null })
    expect(done).toMatchObject({ listedObjects: 3, known: { taken: 3 }, lastLoad: { status: 'completed' } })
    const { loads } = await listLoads(ctx('viewer'), { pipeline: id })
    expect(loads.map(({ totalFiles }) => totalFiles)).toEqual([1, 2])
    expect(loads[0]).toMatchObject({ pipelineId: id, requestedBy: 'operator@example.com' })
  })

  it('starts one load when many workers check at once', async () => {
    for (let part = 0; part < 20; part++) await put(`many/${part}.csv`, [part])
    const id = await make('many', { maxObjects: 5 })
    await Promise.all(Array.from({ length: 8 }, (_, index) => look(id, worker(String(index)))))
    expect(await jobsOf(id)).toHaveLength(1)
    for (let rest = 0; rest < 4; rest++) {
      await endLoads(id, 'completed')
      await Promise.all(Array.from({ length: 4 }, (_, index) => look(id, worker(String(index)))))
    }
    const keys = (await keysOf(id)).flat()
    expect(keys).toHaveLength(20)
    expect(new Set(keys).size).toBe(20)
  })

  it('lets a worker that lost its turn between listing and storing write nothing', async () => {
    await put('killed/1.csv', [1])
    const id = await make('killed')
    const at = { sourceId, bucket: bucket(), glob: 'killed/**' }
    const lost = await takePipelineTurn(db(), id, 'worker-a')
    if (!lost) throw new Error('The turn was not free.')
    const listing = await listWaiting(worker(), lost, at)
    expect(listing.unknown).toHaveLength(1)
    await look(id, worker('b'))
    expect(await jobsOf(id), 'its turn keeps the others away').toEqual([])
    await db().loadPipeline.update({ where: { id }, data: { lookingUntil: new Date(0) } })
    await look(id, worker('b'))
    await endLoads(id, 'completed')
    await expect(settlePipelineCheck(worker(), lost, listing)).rejects.toThrow('another run')
    await expect(keepPipelineTurn(db(), lost)).rejects.toThrow('another run')
    expect(await keysOf(id)).toEqual([['1.csv']])
    expect((await getPipeline(ctx(), { id })).lag.objects).toBe(0)
  })

  it('skips new versions and reports them, or loads them', async () => {
    await put('again/1.csv', [1])
    const id = await make('again')
    await look(id)
    await endLoads(id, 'completed')
    await put('again/1.csv', [7])
    await look(id)
    expect((await getPipeline(ctx(), { id })).known).toMatchObject({ taken: 1, new_version: 1 })
    const left = await listPipelineObjects(ctx('viewer'), { id, state: 'new_version', search: '1.CSV' })
    expect(left).toMatchObject({ total: 1, objects: [{ key: 'again/1.csv', jobId: null }] })
    const settings = { name: 'again', trigger: { kind: 'continuous', pollSeconds: 60 } } as const
    await updatePipeline(ctx(), { id, ...settings, newVersions: 'load' })
    await look(id)
    expect(await jobsOf(id), 'what was left out stays out').toHaveLength(1)
    await put('again/1.csv', [8])
    await look(id)
    expect(await keysOf(id)).toEqual([['1.csv'], ['1.csv']])
    await endLoads(id, 'completed')
    await put('again/1.csv', [1])
    await look(id)
    expect(await jobsOf(id), 'a version that was loaded is not loaded again').toHaveLength(2)
  })

  it('knows the existing objects from the start, when it starts with new ones', async () => {
    await put('fresh/old.csv', [1])
    const id = await make('fresh', { startWith: 'new' })
    await look(id)
    expect(await jobsOf(id)).toEqual([])
    await put('fresh/new.csv', [2])
    await look(id)
    expect(await keysOf(id)).toEqual([['new.csv']])
    expect((await getPipeline(ctx(), { id })).known).toMatchObject({ present: 1, taken: 1 })
  })

  it('skips what ClickHouse cannot name', async () => {
    await put('names/good.csv', [1])
    const id = await make('names')
    await put('names/a//b.csv', [2])
    if (!(await keepsKey(console_.stack.objectStore, 'names/a//b.csv'))) return
    await look(id)
    expect(await keysOf(id)).toEqual([['good.csv']])
    expect((await getPipeline(ctx(), { id })).known).toMatchObject({ unreadable: 1 })
  })

  it('measures its lag while paused, and loads it when resumed', async () => {
    await put('paused/1.csv', [1])
    const id = await make('paused')
    await pausePipeline(ctx(), { id })
    await expect(runPipelineNow(ctx(), { id })).rejects.toMatchObject({ code: 'conflict' })
    await look(id)
    expect(await jobsOf(id)).toEqual([])
    expect(await getPipeline(ctx(), { id })).toMatchObject({
      pausedBy: 'operator@example.com',
      lag: { objects: 1 },
    })
    await resumePipeline(ctx(), { id })
    await look(id)
    expect(await keysOf(id)).toEqual([['1.csv']])
  })

  it('runs manually on request, after a check that started later', async () => {
    await put('manual/1.csv', [1])
    const id = await make('manual', { trigger: { kind: 'manual' } })
    await look(id)
    expect(await jobsOf(id)).toEqual([])
    const before = await takePipelineTurn(db(), id, 'worker-a')
    if (!before) throw new Error('The turn was not free.')
    const listing = await listWaiting(worker(), before, { sourceId, bucket: bucket(), glob: 'manual/**' })
    await put('manual/2.csv', [2])
    await runPipelineNow(ctx('operator', 'second'), { id })
    await settlePipelineCheck(worker(), before, listing)
    expect(await jobsOf(id), 'that look began before').toEqual([])
    await look(id)
    expect(await keysOf(id)).toEqual([['1.csv', '2.csv']])
    await expect(runPipelineNow(ctx(), { id })).rejects.toThrow(/has not ended/)
    await endLoads(id, 'completed')
    await runPipelineNow(ctx(), { id })
    await look(id)
    expect(await getPipeline(ctx(), { id })).toMatchObject({ asked: null, lastRunNote: 'Nothing was new.' })
  })

  it('makes one run per due time, however many workers see it', async () => {
    await put('due/1.csv', [1])
    const id = await make('due', {
      trigger: { kind: 'schedule', cron: '0 2 * * *', timeZone: 'Europe/Berlin' },
    })
    await look(id)
    expect(await jobsOf(id)).toEqual([])
    expect((await getPipeline(ctx(), { id })).nextRuns).toHaveLength(5)
    await db().loadPipeline.update({ where: { id }, data: { nextDueAt: new Date(Date.now() - 1000) } })
    await Promise.all([1, 2, 3].map((name) => takePipelineDueTimes(worker(String(name)))))
    expect((await getPipeline(ctx(), { id })).asked).toMatchObject({ by: null })
    await Promise.all([1, 2, 3].map((name) => look(id, worker(String(name)))))
    await put('due/2.csv', [2])
    await endLoads(id, 'completed')
    await look(id)
    expect(await keysOf(id)).toEqual([['1.csv']])
    const { asked, lastRunNote, nextRuns } = await getPipeline(ctx(), { id })
    expect({ asked, lastRunNote }).toEqual({ asked: null, lastRunNote: 'It took 1 object.' })
    expect(nextRuns[0]?.getTime()).toBeGreaterThan(Date.now())
  })

  it('reports that its source is unreachable, keeps what it knew, and continues by itself', async () => {
    await put('away/1.csv', [1])
    const id = await make('away')
    await look(id)
    await endLoads(id, 'completed')
    await put('away/2.csv', [2])
    await console_.stack.embedded.store.inject({ operation: 'ListObjectsV2', status: 503 })
    await look(id)
    const away = await getPipeline(ctx('viewer'), { id })
    expect(away.lookError).toContain('could not be listed')
    expect(away.lookErrorSince).not.toBeNull()
    expect(away.lastListedAt?.getTime()).toBeLessThan(away.lookErrorSince?.getTime() ?? 0)
    expect(away.nextLookAt.getTime()).toBeGreaterThan(Date.now())
    await console_.stack.embedded.store.clearFaults()
    await look(id)
    expect(await getPipeline(ctx(), { id })).toMatchObject({ lookError: null, lookErrorSince: null })
    expect(await keysOf(id)).toEqual([['1.csv'], ['2.csv']])
  })

  it('stops after three loads without an object, until a person resumes it', async () => {
    await put('broken/0.csv', [0])
    const id = await make('broken')
    for (let part = 1; part <= 4; part++) {
      await look(id)
      await endLoads(id, 'failed')
      await put(`broken/${part}.csv`, [part])
    }
    await look(id)
    expect(await jobsOf(id)).toHaveLength(3)
    const stopped = await getPipeline(ctx(), { id })
    expect(stopped).toMatchObject({ enabled: false, failed: { objects: 3 }, waiting: { objects: 2 } })
    expect(stopped.stoppedReason).toContain('3 loads failed')
    const watched = await watchPipelines(db(), stopped.clusterId)
    expect(watched.find(({ name }) => name === 'broken')).toMatchObject({
      ...{ database: 'shop', table: 'events', enabled: false, continuous: true },
      oldestMs: stopped.lag.oldest?.getTime(),
      stoppedReason: stopped.stoppedReason,
    })
    expect(await db().auditEntry.count({ where: { objectId: id, action: 'load-pipeline.stop' } })).toBe(1)
    await resumePipeline(ctx(), { id })
    await look(id)
    expect(await jobsOf(id)).toHaveLength(4)
  })

  it('stops when its owner may no longer load; whoever resumes it becomes the owner', async () => {
    await put('owner/1.csv', [1])
    const id = await make('owner')
    await db().user.update({ where: { id: 'operator' }, data: { role: 'viewer' } })
    await look(id)
    expect(await jobsOf(id)).toEqual([])
    expect((await getPipeline(ctx('viewer'), { id })).stoppedReason).toContain('has the role viewer now')
    await resumePipeline(ctx('operator', 'second'), { id })
    await db().user.update({ where: { id: 'operator' }, data: { role: 'operator' } })
    await look(id)
    expect((await jobsOf(id))[0]?.run.requestedBy).toBe('second@example.com')
    expect((await getPipeline(ctx(), { id })).owner).toBe('second@example.com')
  })

  it('gives a changed object to one load only: the retried one or the next', async () => {
    await put('changed/1.csv', [1])
    await put('changed/2.csv', [2])
    const id = await make('changed', { newVersions: 'load' })
    await look(id)
    const [first] = await jobsOf(id)
    const firstId = first?.id ?? ''
    await put('changed/1.csv', [7])
    await endLoads(id, 'failed')
    await db().loadFile.updateMany({ where: { jobId: firstId }, data: { status: 'changed' } })
    await look(id)
    expect(await keysOf(id)).toEqual([['1.csv', '2.csv'], ['1.csv']])
    await endLoads(id, 'completed')
    expect((await getPipeline(ctx(), { id })).failed.objects, 'the later load has it').toBe(1)
    await put('changed/2.csv', [8])
    expect(await retryLoad(ctx(), { id: firstId })).toMatchObject({ status: 'queued' })
    const waiting = await db().loadFile.findMany({ where: { jobId: firstId, status: 'waiting' } })
    expect(waiting.map(({ key }) => key)).toEqual(['changed/2.csv'])
    await endLoads(id, 'completed')
    await look(id)
    expect(await jobsOf(id), 'the retry has taken the other').toHaveLength(2)
  })

  it('is removed with what it knows, but not while a load is open; its loads stay', async () => {
    await put('removed/1.csv', [1])
    const id = await make('removed')
    await look(id)
    await expect(removePipeline(ctx(), { id })).rejects.toMatchObject({ code: 'conflict' })
    await endLoads(id, 'completed')
    await expect(removeSource(ctx('admin'), { id: sourceId })).rejects.toMatchObject({ code: 'conflict' })
    const [job] = await jobsOf(id)
    await removePipeline(ctx(), { id })
    expect(await db().loadPipelineObject.count({ where: { pipelineId: id } })).toBe(0)
    expect(await db().loadJob.findUnique({ where: { id: job?.id ?? '' } })).toMatchObject({
      pipelineId: null,
    })
  })

  it('is created by operators, under a unique name, over a pattern that can be loaded', async () => {
    await put('made/1.csv', [1])
    await expect(make('nothing-there')).rejects.toMatchObject({ code: 'invalid' })
    const id = await make('made')
    await expect(make('made')).rejects.toMatchObject({ code: 'conflict' })
    const trigger = { kind: 'schedule', cron: 'often', timeZone: 'Mars' } as const
    await expect(make('made', { name: 'other', trigger })).rejects.toThrow(/five fields.*Unknown time zone/s)
    await expect(pausePipeline(ctx('viewer'), { id })).rejects.toMatchObject({ code: 'forbidden' })
    const names = (await listPipelines(ctx('viewer'), { cluster: console_.cluster })).map(({ name }) => name)
    expect(names).toEqual(names.toSorted())
    const { statements } = await getPipeline(ctx('viewer'), { id })
    expect(statements[1]?.sql).toContain('made/1.csv')
    expect(JSON.stringify(statements)).not.toContain(console_.stack.objectStore.secretAccessKey)
    const audited = await db().auditEntry.findMany({ where: { objectId: id }, orderBy: { at: 'asc' } })
    expect(audited.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
      'load-pipeline.create succeeded',
      'load-pipeline.pause denied',
    ])
  })
})
