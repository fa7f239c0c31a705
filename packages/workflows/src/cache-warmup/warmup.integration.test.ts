import {
  cancelWarmup,
  getWarmup,
  getWarmupProgress,
  getWarmupStep,
  listWarmupSteps,
  listWarmups,
  pauseWarmup,
  previewWarmup,
  resumeWarmup,
  retryWarmup,
  setWarmupPace,
} from '@frostline/services'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { crashAt } from '../testing/crashing-worker.ts'
import { until } from '../testing/until.ts'
import { openWarmupLab, type WarmupLab } from '../testing/warmup-lab.ts'

let lab: WarmupLab
beforeAll(async () => {
  lab = await openWarmupLab()
  await lab.createCold('trips', 3)
})
afterEach(async () => {
  await lab.store.clearFaults()
  await lab.runAll("SYSTEM DROP FILESYSTEM CACHE 'cold_cache'")
})
afterAll(() => lab?.close())

const mib = 1 << 20
const readAll = 'SELECT sum(cityHash64(*)) FROM lab.trips'

/** Marks add to the bytes of columns. */
function expectAbout(fetched: bigint, promised: bigint): void {
  expect(Number(fetched) / Number(promised)).toBeGreaterThanOrEqual(1)
  expect(Number(fetched) / Number(promised)).toBeLessThan(1.01)
}

it("reads a table into the caches: bytes as predicted, and a user's first query needs no store", async () => {
  const draft = lab.draft('trips')
  const { data } = await previewWarmup(lab.ctx, draft)
  const stored = await Promise.all(lab.nodes.map((node) => lab.cachedColumns(node, 'trips')))
  expect(data.obstacle).toBe(null)
  expect(
    data.fits.map(({ node, partitions, wantedBytes, cachedBytes, verdict }) => ({
      ...{ node, partitions, wantedBytes, cachedBytes, verdict },
    })),
  ).toEqual(
    lab.nodes.map((node, index) => ({
      ...{ node, partitions: 3, wantedBytes: stored[index]?.stored, cachedBytes: 0n, verdict: 'fits' },
    })),
  )
  expect(data.columns.map(({ name }) => name)).toEqual(['day', 'id', 'tags', 'text'])
  expect(data.statement?.sql).toContain("WHERE _partition_id = '202603'")

  const id = await lab.start(draft)
  await expect(lab.start(draft)).rejects.toMatchObject({ code: 'conflict' })
  expect((await lab.drive(id)).status).toBe('completed')
  const warmup = await getWarmup(lab.asRole('viewer'), { id })
  expectAbout(warmup.fetchedBytes, warmup.wantedBytes)
  expect([warmup.doneBytes, warmup.cachedAfterBytes]).toEqual([warmup.wantedBytes, warmup.wantedBytes])
  expect(warmup.requests).toBeGreaterThan(0n)
  for (const [index, node] of lab.nodes.entries()) {
    expect(await lab.cachedColumns(node, 'trips')).toEqual({
      cached: stored[index]?.stored,
      stored: stored[index]?.stored,
    })
    expect(await lab.readCold(node, readAll)).toBe(0n)
  }
  const { steps } = await listWarmupSteps(lab.asRole('viewer'), { id })
  expect(steps.map(({ partitionId }) => partitionId)).toEqual([
    '202603',
    '202603',
    '202602',
    '202602',
    '202601',
    '202601',
  ])
  for (const step of steps)
    expect(step).toMatchObject({ status: 'completed', reading: 2, attempts: 2, provedStoreBytes: 0n })
  const audit = await lab.db.auditEntry.findMany({ where: { objectId: id }, orderBy: { at: 'asc' } })
  expect(audit.map(({ action, outcome }) => [action, outcome])).toEqual([
    ['cache-warmup.start', 'requested'],
    ['cache-warmup.finish', 'succeeded'],
  ])
  expect((await listWarmups(lab.asRole('viewer'), { cluster: 'lab' })).warmups[0]?.id).toBe(id)

  const again = await lab.start(draft)
  await lab.drive(again)
  expect(await getWarmup(lab.ctx, { id: again })).toMatchObject({ status: 'completed', fetchedBytes: 0n })
  expect((await lab.stepsOf(again)).every(({ attempts }) => attempts === 1)).toBe(true)
})

it('reads only the chosen columns of the newest partitions on the chosen node', async () => {
  const spec = { columns: ['text'], partitions: { kind: 'newest' as const, count: 1 }, nodes: [lab.second] }
  const id = await lab.start(lab.draft('trips', spec))
  expect((await lab.drive(id)).status).toBe('completed')
  const warmup = await getWarmup(lab.ctx, { id })
  expectAbout(warmup.fetchedBytes, warmup.wantedBytes)
  expect(
    await lab.readCold(lab.second, 'SELECT sum(length(text)) FROM lab.trips WHERE day >= toDate(20260301)'),
  ).toBeLessThan(20_000n)
  expect((await lab.cachedColumns(lab.second, 'trips', 'id.bin')).cached).toBe(0n)
  expect((await lab.cachedColumns(lab.first, 'trips')).cached).toBe(0n)
  await expect(lab.start(lab.draft('trips', { columns: ['alias'] }))).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(lab.start(lab.draft('gone'))).rejects.toMatchObject({ code: 'not_found' })
})

it('reads compact parts too, whose columns share one file', async () => {
  await lab.createCold('compact', 1, { compact: true })
  const id = await lab.start(lab.draft('compact', { columns: ['id', 'text'] }))
  expect((await lab.drive(id)).status).toBe('completed')
  expect(await lab.readCold(lab.first, 'SELECT sum(id + length(text)) FROM lab.compact')).toBe(0n)
  const { stored } = await lab.cachedColumns(lab.first, 'compact')
  expect((await lab.stepsOf(id))[0]?.wantedBytes).toBe(stored)
})

it('refuses what a cache could not keep, and accepts what it can', async () => {
  await lab.createCold('large', 4, { rowsPerMonth: 100_000 })
  const all = await previewWarmup(lab.ctx, lab.draft('large'))
  expect(all.data.obstacle).toMatch(/\d+\.\d+ MiB are selected, and the max size of the cache is 40\.00 MiB/)
  await expect(lab.start(lab.draft('large'))).rejects.toMatchObject({ code: 'conflict' })
  const newest = await previewWarmup(
    lab.ctx,
    lab.draft('large', { partitions: { kind: 'newest', count: 2 } }),
  )
  expect(newest.data.fits.map(({ verdict }) => verdict)).toEqual(['fits', 'fits'])
  await lab.dropTable('large')
})

describe('a measured query', () => {
  const measured = { node: null, query: `${readAll} -- all` }

  it('is cold before, by its counters, and warm after', async () => {
    const id = await lab.start(lab.draft('trips', { measured }), 'admin')
    expect((await lab.drive(id)).status).toBe('completed')
    const warmup = await getWarmup(lab.asRole('admin'), { id })
    const { runs, comparison } = warmup
    expect(runs.map(({ moment, error }) => [moment, error])).toEqual([
      ['before', null],
      ['after', null],
    ])
    expect(runs[0]?.storeBytes).toBeGreaterThan(0n)
    expect(runs[1]?.storeBytes).toBe(0n)
    expect(runs[1]?.cacheBytes).toBeGreaterThan(0n)
    expect(comparison?.coldShare).toBe(1)
    // The first run leaves the cache as it was.
    expectAbout(warmup.fetchedBytes, warmup.wantedBytes)
    expect(comparison?.speedUp).toBeGreaterThan(0)
  })

  it('reports when it was warm already', async () => {
    await lab.readCold(lab.first, readAll)
    const id = await lab.start(lab.draft('trips', { measured }), 'admin')
    await lab.drive(id)
    expect((await getWarmup(lab.ctx, { id })).comparison?.coldShare).toBe(0)
  })

  it('only reads, is for admins, and so is its text', async () => {
    const draft = lab.draft('trips', { measured: { query: "SELECT 'sesame', count() FROM lab.trips" } })
    await expect(lab.start(draft)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(previewWarmup(lab.ctx, lab.draft('trips', { where: 'id = 1' }))).rejects.toMatchObject({
      code: 'forbidden',
    })
    for (const query of ['DROP TABLE lab.trips', 'SELECT 1; SELECT 2', 'INSERT INTO lab.trips SELECT 1'])
      await expect(lab.start(lab.draft('trips', { measured: { query } }), 'admin')).rejects.toMatchObject({
        code: 'refused',
      })
    const id = await lab.start(draft, 'admin')
    await lab.drive(id)
    const seen = async (role: 'operator' | 'admin') =>
      JSON.stringify(await getWarmup(lab.asRole(role), { id }), (_, value) =>
        typeof value === 'bigint' ? String(value) : value,
      )
    expect(await seen('operator')).not.toContain('sesame')
    expect(await seen('admin')).toContain('sesame')
  })
})

it('sends neither a stored condition nor a stored query that reads a file', async () => {
  const id = await lab.start(
    lab.draft('trips', { where: 'id < 1000', measured: { query: readAll } }),
    'admin',
  )
  const { spec } = await lab.db.cacheWarmup.findUniqueOrThrow({ where: { id } })
  const stored = {
    ...(spec as object),
    where: "file('/etc/hostname') = ''",
    measured: { node: null, query: "SELECT file('/etc/hostname')" },
  }
  await lab.db.cacheWarmup.update({ where: { id }, data: { spec: stored } })
  expect((await lab.drive(id)).status).toBe('failed')
  const { runs } = await getWarmup(lab.asRole('admin'), { id })
  expect(runs.map(({ error }) => error)).toEqual(
    runs.map(() => expect.stringContaining('The measured query cannot be run')),
  )
  expect(runs).not.toHaveLength(0)
  for (const step of await lab.stepsOf(id))
    expect(step).toMatchObject({
      status: 'failed',
      attempts: 0,
      error: expect.stringContaining(
        `The condition cannot be run on ${step.nodeName}: file() is not allowed`,
      ),
    })
})

it('with a condition only granules that may match are read', async () => {
  const where = 'id < 1000 -- the oldest'
  const id = await lab.start(lab.draft('trips', { where }), 'admin')
  expect((await lab.drive(id)).status).toBe('completed')
  const warmup = await getWarmup(lab.ctx, { id })
  expect(warmup.fetchedBytes).toBeLessThanOrEqual(warmup.wantedBytes * 2n)
  expect(await lab.readCold(lab.first, 'SELECT sum(length(text)) FROM lab.trips WHERE id < 1000')).toBe(0n)
  expect((await getWarmupStep(lab.ctx, { id, ordinal: 0 })).sql).toBe(null)
  expect((await getWarmupStep(lab.asRole('admin'), { id, ordinal: 0 })).sql).toContain(where)
  await expect(lab.start(lab.draft('trips', { where: 'nothing = 1' }), 'admin')).rejects.toMatchObject({
    code: 'refused',
  })
})

it('has the same result whichever step its worker is killed at, and fetches nothing twice', {
  timeout: 180_000,
}, async () => {
  let steps = 0
  for (let step = 1; ; step += 7) {
    await lab.runAll("SYSTEM DROP FILESYSTEM CACHE 'cold_cache'")
    const spec = {
      partitions: { kind: 'newest' as const, count: 1 },
      measured: { query: 'SELECT count() FROM lab.trips' },
    }
    const id = await lab.start(lab.draft('trips', spec), 'admin')
    const { db, clusters, state } = crashAt(
      { step, when: 'sent' },
      { db: lab.db, clusters: lab.ctx.clusters },
    )
    await lab.drive(id, { db, clusters }).catch((error: unknown) => {
      if (!state.dead) throw error
    })
    if (state.at === '') break
    steps++
    const { status } = await lab.db.run.findUniqueOrThrow({ where: { id } })
    if (status !== 'completed') await lab.drive(id)
    const warmup = await getWarmup(lab.ctx, { id })
    expect([step, state.at, warmup.status, warmup.cachedAfterBytes]).toEqual([
      ...[step, state.at, 'completed', warmup.wantedBytes],
    ])
    expect(Number(warmup.fetchedBytes)).toBeLessThan(Number(warmup.wantedBytes) * 1.01)
  }
  expect(steps).toBeGreaterThan(3)
})

describe('users', () => {
  const slow = mib
  /** At the slowest pace its two partitions take some 15 s: long enough to act inside a read on a busy machine. */
  beforeAll(() => lab.createCold('long', 3, { rowsPerMonth: 60_000 }))
  const spec = () => ({
    nodes: [lab.first],
    partitions: { kind: 'chosen' as const, ids: ['202602', '202603'] },
  })

  it('pause it inside a read, resume it at another pace, and what is cached is not fetched again', async () => {
    const id = await lab.start(lab.draft('long', spec(), slow))
    const driving = lab.drive(id)
    await until(async () => {
      const { data } = await getWarmupProgress(lab.ctx, { id })
      return data.readings.some(({ fetchedBytes }) => fetchedBytes > 300_000n)
    })
    await pauseWarmup(lab.ctx, { id })
    expect((await driving).status).toBe('paused')
    expect(await lab.countRunning()).toBe(0)
    expect((await lab.cachedColumns(lab.first, 'long')).cached).toBeGreaterThan(0n)
    await resumeWarmup(lab.ctx, { id })
    const again = lab.drive(id)
    await until(async () => (await lab.countRunning()) > 0)
    await setWarmupPace(lab.ctx, { id, bytesPerSecond: null })
    const { status } = await again
    const warmup = await getWarmup(lab.ctx, { id })
    expect([status, warmup.cachedAfterBytes]).toEqual(['completed', warmup.wantedBytes])
    expectAbout(warmup.fetchedBytes, warmup.wantedBytes)
    await expect(pauseWarmup(lab.ctx, { id })).rejects.toMatchObject({ code: 'conflict' })
    await expect(setWarmupPace(lab.ctx, { id, bytesPerSecond: slow })).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  it('keep it at the configured pace', async () => {
    const started = Date.now()
    const id = await lab.start(
      lab.draft('trips', { ...spec(), partitions: { kind: 'newest', count: 1 } }, slow),
    )
    expect((await lab.drive(id)).status).toBe('completed')
    const { fetchedBytes } = await getWarmup(lab.ctx, { id })
    // The throttle lets the first second's worth pass at once.
    expect(Date.now() - started).toBeGreaterThan((Number(fetchedBytes) / slow) * 1_000 - 1_200)
  })

  it('cancel it inside a reading, and retry it from there', async () => {
    const id = await lab.start(lab.draft('long', spec(), slow))
    const driving = lab.drive(id)
    await until(async () => (await lab.countRunning()) > 0)
    await cancelWarmup(lab.ctx, { id })
    expect([(await driving).status, await lab.countRunning()]).toEqual(['cancelled', 0])
    expect((await lab.stepsOf(id)).map(({ status }) => status)).toEqual(['cancelled', 'cancelled'])
    await retryWarmup(lab.ctx, { id })
    await setWarmupPace(lab.ctx, { id, bytesPerSecond: null })
    expect((await lab.drive(id)).status).toBe('completed')
  })
})

it('waits for a node that is down and shows it, while the other continues', async () => {
  const id = await lab.start(lab.draft('trips'))
  await lab.clickhouse.nodes[1]?.kill()
  const driving = lab.drive(id)
  await until(async () => {
    const { waitReason, steps } = await getWarmup(lab.ctx, { id })
    return waitReason?.startsWith(lab.second) === true && steps.completed === 3
  })
  await lab.clickhouse.nodes[1]?.start()
  expect(await driving).toMatchObject({ status: 'completed', waitReason: null })
})

it('waits while the store fails, and a step fails by itself where the table is gone', async () => {
  const id = await lab.start(lab.draft('trips'))
  await lab.store.inject({ operation: 'GetObject', status: 503 })
  const driving = lab.drive(id)
  await until(async () => (await lab.stepsOf(id)).some(({ errorCode }) => errorCode !== null))
  await lab.store.clearFaults()
  expect((await driving).status).toBe('completed')

  const gone = await lab.start(lab.draft('compact'))
  await lab.dropTable('compact')
  const warmup = await lab.drive(gone)
  expect([warmup.status, warmup.error]).toEqual(['failed', '2 partitions could not be read.'])
  expect((await lab.stepsOf(gone)).map(({ errorCode }) => errorCode)).toEqual([60, 60])
})
