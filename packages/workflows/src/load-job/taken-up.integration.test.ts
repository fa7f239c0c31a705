import { releaseStaged } from '@frostline/db'
import { cancelLoad, dropKeptOfLoad, getLoad, pauseLoad, resumeLoad, retryLoad } from '@frostline/services'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CrashPoint, crashAt } from '../testing/crashing-worker.ts'
import { labDeps } from '../testing/lab-deps.ts'
import { type LoadLab, openLoadLab } from '../testing/load-lab.ts'
import { wrapClients } from '../testing/wrap-clients.ts'
import { sweepStaging } from './sweep-staging.ts'

let lab: LoadLab
beforeAll(async () => {
  lab = await openLoadLab({ shards: 2, own: { nodes: 'it kills nodes' } })
  for (let part = 0; part < 4; part++) {
    await lab.putCsv(`whole/${part}.csv`, part * 50, 50)
    await lab.putCsv(`bad/${part}.csv`, part * 50, 50, 10)
  }
})
afterAll(() => lab?.close())

/** Drives it until its worker ends before a question or statement, or after it, whose name begins so. */
async function crash(id: string, point: CrashPoint): Promise<void> {
  const { db, clusters } = crashAt(point, { db: lab.db, clusters: lab.ctx.clusters })
  await expect(lab.drive(id, { db, clusters })).rejects.toMatchObject({ name: 'Crash' })
}

const statements = (id: string) =>
  lab.db.loadStatement.findMany({ where: { batch: { jobId: id } }, orderBy: { sentAt: 'asc' } })
const attempts = async (id: string) =>
  (await lab.db.loadBatch.findMany({ where: { jobId: id }, orderBy: { ordinal: 'asc' } })).map(
    ({ attempt }) => attempt,
  )

/** GETs of objects that the nodes send while something is done. */
async function countReads(work: () => Promise<unknown>): Promise<number> {
  const before = await readObjects()
  await work()
  return (await readObjects()) - before
}

async function readObjects(): Promise<number> {
  const sums = await Promise.all(
    lab.admins.map(([, client]) =>
      lab.rows<{ value: string }>(
        client,
        `SELECT toString(sum(value)) AS value FROM system.events WHERE event = 'S3GetObject'`,
      ),
    ),
  )
  return sums.flat().reduce((sum, { value }) => sum + Number(value), 0)
}

/** How many of its statements their nodes have ended, by their logs. */
async function countEnded(id: string): Promise<number> {
  const ids = (await statements(id)).map(({ queryId }) => `'${queryId}'`)
  const logged = await Promise.all(
    lab.admins.map(async ([, client]) => {
      await client.command({ query: 'SYSTEM FLUSH LOGS query_log' })
      return lab.rows<{ id: string }>(
        client,
        `SELECT DISTINCT query_id AS id FROM system.query_log WHERE type != 'QueryStart' AND has([${ids.join()}], query_id)`,
      )
    }),
  )
  return new Set(logged.flat().map((row) => row.id)).size
}

async function expectWhole(id: string, table: string, rows = 200, isBad = '0'): Promise<void> {
  const job = await lab.load(id)
  expect([job.status, job.error]).toEqual(['completed', null])
  expect(await lab.sumTable(table)).toEqual(await lab.sumOf(rows, isBad))
  expect((await lab.listFiles(id)).map(({ status, rows: read }) => [status, read !== null])).toEqual(
    Array(4).fill(['loaded', true]),
  )
  expect(await lab.listStaging()).toEqual([])
}

it('reads no object again, wherever its worker ends between the last row and the table', {
  timeout: 240_000,
}, async () => {
  await lab.createTarget('crashed')
  const real = { db: lab.db, clusters: lab.ctx.clusters }
  const dry = crashAt({ step: Number.POSITIVE_INFINITY, when: 'after' }, real)
  await lab.drive(await lab.request('crashed', 'whole/'), { db: dry.db, clusters: dry.clusters })
  const steps: string[] = []
  const reading = (at: string) => at.startsWith('INSERT INTO')
  for (let step = dry.state.names.findLastIndex(reading) + 1; ; step++) {
    for (const [, client] of lab.admins) await client.command({ query: 'TRUNCATE TABLE lab.crashed' })
    const id = await lab.request('crashed', 'whole/')
    const { db, clusters, state } = crashAt({ step, when: 'after' }, real)
    await lab.drive(id, { db, clusters }).catch((error: unknown) => {
      if (!state.dead) throw error
    })
    // The order of steps beside each other varies: before the last statement is sent, there is nothing to go on from. One that
    // is only written down is read by another attempt.
    const sent = state.names.filter(reading).length
    const isSent = sent === dry.state.names.filter(reading).length
    // The last one may still be on its way to its node, or read there.
    if (isSent) await expect.poll(() => countEnded(id)).toBe(sent)
    const reads = await countReads(() => lab.drive(id))
    if (isSent) expect([state.at, reads, await attempts(id)]).toEqual([state.at, 0, [1]])
    await expectWhole(id, 'crashed')
    steps.push(state.at)
    if (state.at.includes('MOVE PARTITION')) break
  }
  expect(steps).toEqual(expect.arrayContaining(['load_counts', 'partition_floors']))
})

it('goes on from what is staged when a node was killed meanwhile', async () => {
  await lab.createTarget('restarted')
  const id = await lab.request('restarted', 'whole/')
  await crash(id, { step: 1, of: 'partition_floors', when: 'before' })
  for (const node of lab.clickhouse.nodes) {
    await node.kill()
    await node.start()
  }
  const reads = await countReads(() => lab.drive(id))
  expect([reads, await attempts(id)]).toEqual([0, [1]])
  await expectWhole(id, 'restarted')
})

it('reads it again when a node was killed after a statement was written down, sent or not', async () => {
  await lab.createTarget('unproved')
  const id = await lab.request('unproved', 'whole/')
  await crash(id, { step: 1, of: 'INSERT INTO', when: 'before' })
  for (const node of lab.clickhouse.nodes) {
    await node.kill()
    await node.start()
  }
  await lab.drive(id)
  expect(await attempts(id)).toEqual([2])
  await expectWhole(id, 'unproved')
})

it.each([
  ['partition_floors', 'TRUNCATE TABLE lab.{data}', /no longer have the same parts and counts/],
  ['load_counts', 'TRUNCATE TABLE lab.{data}', /rows were read and \d+ are staged/],
  ['load_counts', 'TRUNCATE TABLE lab.{counts}', /no row of whole\/\d\.csv is staged/],
  ['load_counts', 'DROP TABLE lab.{data} SYNC', /is not on .* any more/],
])('reads it again and says why: killed before %s, then %s', async (before, spoil, why) => {
  await lab.dropTarget('spoilt')
  await lab.createTarget('spoilt')
  const id = await lab.request('spoilt', 'whole/')
  await crash(id, { step: 1, of: before, when: 'before' })
  const [[, admin] = []] = lab.admins
  const [data = ''] = (await lab.listStaging()).filter((name) => /_\d+_\d+$/.test(name))
  await admin?.command({ query: spoil.replace('{data}', data).replace('{counts}', `${data}_counts`) })
  await lab.drive(id)
  expect(await attempts(id)).toEqual([2])
  const [first] = await statements(id)
  expect(first?.error).toMatch(/are dropped, and its objects are read again: /)
  expect(first?.error).toMatch(why)
  await expectWhole(id, 'spoilt')
})

it('sends only the objects that were not read yet, one by one', async () => {
  await lab.createTarget('rest')
  const badRows = {
    kind: 'collect' as const,
    maxRowsPerObject: 9,
    into: { database: 'lab', table: 'rest_bad' },
  }
  const strategy = { kind: 'single-node' as const, node: lab.first }
  const id = await lab.request('rest', 'bad/', { badRows, strategy })
  // The first INSERT reads all of them and meets a bad row.
  await crash(id, { step: 3, of: 'LoadStatement.update', when: 'after' })
  const sent = await statements(id)
  expect(sent.filter(({ status }) => status === 'succeeded')).toHaveLength(2)
  await lab.drive(id)
  expect(await attempts(id)).toEqual([2])
  const again = await statements(id)
  expect(again.filter(({ attempt }) => attempt === 2).map(({ fileOrdinals }) => fileOrdinals)).toEqual([
    [0],
    [1],
    [2],
    [3],
  ])
  await expectWhole(id, 'rest', 200, 'number % 10 = 0')
  expect(await lab.sumBadRows('rest_bad')).toEqual({ rows: '20', distinct: '20' })
})

it('keeps what is staged while it is paused, and for an hour after it was cancelled', {
  timeout: 120_000,
}, async () => {
  await lab.createTarget('stopped')
  const other = await lab.request('stopped', 'whole/')
  await lab.drive(other)
  await lab.db.loadBatch.updateMany({
    where: { jobId: other },
    data: { status: 'publishing', finishedAt: null },
  })
  const id = await lab.request('stopped', 'whole/')
  const untilItWaits = () =>
    expect
      .poll(async () => (await lab.db.loadBatch.findFirstOrThrow({ where: { jobId: id } })).waitReason, {
        timeout: 60_000,
      })
      .toMatch(/^This batch is staged/)

  let driving = lab.drive(id)
  await untilItWaits()
  await pauseLoad(lab.loadCtx, { id })
  expect((await driving).status).toBe('paused')
  await sweepStaging(labDeps(lab), lab.clusterId)
  expect((await lab.db.loadBatch.findFirstOrThrow({ where: { jobId: id } })).waitReason).toMatch(
    /^All rows of this batch are staged/,
  )

  await resumeLoad(lab.loadCtx, { id })
  driving = lab.drive(id)
  await untilItWaits()
  await cancelLoad(lab.loadCtx, { id })
  expect((await driving).status).toBe('cancelled')
  await sweepStaging(labDeps(lab), lab.clusterId)
  expect(await lab.db.loadBatch.findFirstOrThrow({ where: { jobId: id } })).toMatchObject({
    ...{ status: 'cancelled', attempt: 1 },
    waitReason: expect.stringMatching(/A retry within 60 minutes publishes them/),
  })
  await retryLoad(lab.loadCtx, { id })
  await lab.db.loadBatch.updateMany({ where: { jobId: other }, data: { status: 'completed' } })
  for (const [, client] of lab.admins) await client.command({ query: 'TRUNCATE TABLE lab.stopped' })
  expect(await countReads(() => lab.drive(id))).toBe(0)
  expect(await attempts(id)).toEqual([1])
  await expectWhole(id, 'stopped')
})

it('drops what a cancelled load has kept after an hour, and a retry reads it again', async () => {
  await lab.createTarget('late')
  const id = await lab.request('late', 'whole/')
  await crash(id, { step: 1, of: 'partition_floors', when: 'before' })
  await cancelLoad(lab.loadCtx, { id })
  expect((await lab.drive(id)).status).toBe('cancelled')
  expect(await lab.listStaging()).not.toEqual([])
  const inAnHour = () => new Date(Date.now() + 3_700_000)
  await sweepStaging({ ...labDeps(lab), now: inAnHour }, lab.clusterId)
  expect(await lab.listStaging()).toEqual([])
  await retryLoad(lab.loadCtx, { id })
  await lab.drive(id)
  await expectWhole(id, 'late')
  expect(await releaseStaged(lab.db, { id, clusterId: lab.clusterId }, inAnHour())).toMatchObject({
    kept: [],
  })
})

it('drops what a cancelled load has kept when a person asks for it, once', async () => {
  await lab.createTarget('unkept')
  const id = await lab.request('unkept', 'whole/')
  await crash(id, { step: 1, of: 'partition_floors', when: 'before' })
  await expect(dropKeptOfLoad(lab.loadCtx, { id })).rejects.toMatchObject({ code: 'conflict' })
  await cancelLoad(lab.loadCtx, { id })
  expect((await lab.drive(id)).status).toBe('cancelled')
  const { batches } = await getLoad(lab.loadCtx, { id })
  expect(batches.map(({ keepsStaged }) => keepsStaged)).toEqual([true])
  expect(await dropKeptOfLoad(lab.loadCtx, { id })).toEqual({ id, status: 'cancelled' })
  await sweepStaging(labDeps(lab), lab.clusterId)
  expect(await lab.listStaging()).toEqual([])
  await expect(dropKeptOfLoad(lab.loadCtx, { id })).rejects.toMatchObject({ code: 'conflict' })
  await retryLoad(lab.loadCtx, { id })
  await lab.drive(id)
  await expectWhole(id, 'unkept')
})

it('waits for a node that does not tell where its partitions stand, and keeps what is staged', async () => {
  await lab.createTarget('silent')
  const id = await lab.request('silent', 'whole/')
  let silenced = 0
  const clusters = wrapClients(lab.ctx.clusters, ({ query: ask }) => ({
    query: (query, params, options) =>
      // A limit that no node keeps.
      ask(
        query,
        params,
        query.name === 'partition_floors' && silenced++ < 2 ? { ...options, timeoutMs: 1 } : options,
      ),
  }))
  await lab.drive(id, { clusters })
  expect(silenced).toBeGreaterThan(2)
  expect(await attempts(id)).toEqual([1])
  await expectWhole(id, 'silent')
})
