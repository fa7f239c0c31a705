import { claimReadings } from '@frostline/db'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startConsole, type TestConsole } from '../reading/testing/start-console.ts'
import { getNodeStartUp, listStartUp, nodeStartUp, startUpList, watchStarts } from './index.ts'

let at: TestConsole
let clusterId: string
let first: string
let second: string

const nodeOf = (name: string) => {
  const node = at.stack.embedded.clickhouse.nodes.find((each) => each.name === name)
  if (!node) throw new Error(`There is no node ${name}.`)
  return node
}
const list = async () =>
  startUpList.parse(await listStartUp(at.ctx, { cluster: at.cluster, fresh: true })).data.byNode
const detail = async (node: string) =>
  nodeStartUp.parse(await getNodeStartUp(at.ctx, { cluster: at.cluster, node, fresh: true })).data

/** Every node is due. */
async function look(times = 1): Promise<void> {
  await at.ctx.db.nodeWatch.updateMany({ data: { nextLookAt: new Date(0) } })
  await Promise.all(Array.from({ length: times }, () => watchStarts(at.ctx, clusterId)))
}

async function count(node: string, sql: string): Promise<number> {
  const [row] = await at.ask<{ n: string }>(node, `SELECT toString(${sql}) AS n`)
  return Number(row?.n)
}
const event = (node: string, name: string) =>
  count(node, `(SELECT sum(value) FROM system.events WHERE event = '${name}')`)

/** Restarted, and read before anyone has queried its data. */
async function restart(node: string) {
  await nodeOf(node).restart()
  await look()
  const [start] = (await detail(node)).starts
  if (!start) throw new Error('No start was recorded.')
  return start
}

function fail(message: string): never {
  throw new Error(message)
}

beforeAll(async () => {
  at = await startConsole({ shards: 2, embeddedOnly: true })
  clusterId = (await at.ctx.clusters.get(at.cluster)).id
  ;[first = '', second = ''] = at.stack.clickhouse.nodes.map(({ name }) => name)
  await at.askAll('CREATE DATABASE shop')
  for (const [table, disk] of [
    ['direct', 'cold'],
    ['behind', 'cold_cache'],
  ] as const) {
    await at.ask(
      first,
      `CREATE TABLE shop.${table} (n UInt64, note String) ENGINE = MergeTree PARTITION BY n ORDER BY n SETTINGS disk = '${disk}'`,
    )
    for (const from of [0, 75])
      await at.ask(first, `INSERT INTO shop.${table} SELECT number + ${from}, 'x' FROM numbers(75)`)
  }
})
afterAll(() => at?.stop())

it('forecasts a start that it has never seen from the parts, and says that it is an estimate', async () => {
  const [own, other] = await list()
  expect(own?.figures).toMatchObject({
    parts: { store: 150, cached: 150 },
    cold: { gets: 3_000, starts: 0 },
    warm: { gets: 1_500, starts: 0 },
    basis: { getsPerPart: 10, getsPerPartBy: 'usual' },
  })
  expect(other?.figures?.parts).toMatchObject({ store: 0, cached: 0 })
  expect(other?.figures?.cold.gets).toBe(0)
  expect(own).toMatchObject({ lastStart: null, awaySince: null })
})

it('queries each node twice for a refresh', async () => {
  for (const { queries } of [
    await listStartUp(at.ctx, { cluster: at.cluster, fresh: true }),
    await getNodeStartUp(at.ctx, { cluster: at.cluster, node: first, fresh: true }),
  ]) {
    const own = queries.filter(({ node }) => node === first)
    expect(own.map(({ name }) => name)).toEqual(['start_facts', 'table_disk_sizes'])
    expect(own.every(({ error, sql }) => error === null && !/\{\w+:/.test(sql))).toBe(true)
  }
})

it('a start seen after its parts were written says nothing about the next', async () => {
  await look()
  const { starts, figures } = await detail(first)
  expect(starts).toHaveLength(1)
  expect(starts[0]).toMatchObject({ loading: false, parts: null, temperature: null, away: null })
  expect(figures?.cold.starts).toBe(0)
})

it('records a real start once, as the server counts it, and uses it to calibrate the next', async () => {
  const before = await detail(first)
  const start = await restart(first)
  const loaded = BigInt(await event(first, 'LoadedDataParts'))
  expect(start).toMatchObject({
    loading: false,
    loadedParts: loaded,
    loadedMicroseconds: BigInt(await event(first, 'LoadedDataPartsMicroseconds')),
    parts: { store: 150, cached: 150 },
    gets: BigInt(await event(first, 'DiskS3GetObject')),
    temperature: 'cold',
    expected: { cold: { gets: before.figures?.cold.gets } },
  })
  expect(loaded).toBeGreaterThanOrEqual(300n)
  // Ten files per part.
  expect(start.gets).toBeGreaterThanOrEqual(3_000n)
  expect(start.gets).toBeLessThan(3_300n)
  expect(start.slowTables.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['shop.direct', 'shop.behind']),
  )
  const { figures } = await detail(first)
  expect(figures?.cold.starts).toBe(1)
  expect(figures?.basis).toMatchObject({ getsPerPartBy: 'start', getMsBy: 'start' })
  expect(figures?.cold.gets).toBe(Number(start.gets))
  // The same, except for the few parts that the logs have written since.
  expect((figures?.cold.ms ?? 0) / (start.loadMs ?? 1)).toBeCloseTo(1, 1)
})

it('LoadedDataPartsMicroseconds is a sum over tables of the time that each took', async () => {
  const [start] = (await detail(first)).starts
  const jobs = await at.ask<{ job: string; us: string }>(
    first,
    "SELECT job, toString(toUInt64(elapsed * 1000000)) AS us FROM system.asynchronous_loader WHERE startsWith(job, 'load table ')",
  )
  const sum = Number(start?.loadedMicroseconds)
  expect(sum).toBeLessThanOrEqual(jobs.reduce((total, { us }) => total + Number(us), 0))
  // More than any of them: it is not elapsed time.
  for (const { us } of jobs) expect(sum).toBeGreaterThan(Number(us) / 2)
  expect(start?.tables).toBe(jobs.length)
})

it('a second start finds the cache warm, sends no GET for cached files, and was forecast', async () => {
  const { gets, temperature, expected, loadMs } = await restart(first)
  expect(temperature).toBe('warm')
  expect(gets).toBeGreaterThanOrEqual(1_500n)
  expect(gets).toBeLessThan(1_700n)
  expect(Number(gets) / (expected?.warm.gets ?? 1)).toBeCloseTo(1, 1)
  expect(loadMs).not.toBe(null)
  const { starts } = await detail(first)
  expect(starts).toHaveLength(3)
  const third = await restart(first)
  expect(third.expected?.warm.starts).toBe(1)
  expect(third.expected?.warm.gets).toBe(Number(gets))
})

it('a reading that ends half-way, and three workers at once, leave no second row', async () => {
  const rows = () => at.ctx.db.nodeStart.count({ where: { clusterId, nodeName: first } })
  const before = await rows()
  await nodeOf(first).restart()
  const now = new Date()
  await at.ctx.db.nodeWatch.updateMany({ data: { nextLookAt: new Date(0) } })
  const nextLookAt = new Date(now.getTime() + 10_000)
  const claimed = await claimReadings(at.ctx.db, { clusterId, nodeNames: [first, second], now, nextLookAt })
  expect(claimed.toSorted()).toEqual([first, second].toSorted())
  // Claimed by a worker that is killed here: no other reads until the claim expires.
  await watchStarts(at.ctx, clusterId)
  expect(await rows()).toBe(before)
  await look(3)
  expect(await rows()).toBe(before + 1)
  for (let again = 0; again < 3; again++) await look(3)
  expect(await rows()).toBe(before + 1)
  // Nor where the node's figures are lost.
  await at.ctx.db.nodeWatch.deleteMany({ where: { clusterId } })
  await watchStarts(at.ctx, clusterId)
  expect(await rows()).toBe(before + 1)
})

it('a node that is down is shown as last known, with its age, and afterwards how long it was down', async () => {
  const known = await detail(first)
  await look()
  await nodeOf(first).kill()
  await look()
  const away = (await list()).find(({ name }) => name === first)
  // The server writes and merges parts of its logs on the local disk until it stops.
  const { local: _, ...lasting } = known.figures?.parts ?? fail('There are no figures.')
  expect(away).toMatchObject({ state: 'unreachable', figures: { parts: lasting } })
  expect((await detail(first)).figures?.parts).toEqual(away?.figures?.parts)
  expect(away?.awaySince).not.toBe(null)
  expect(away?.knownAt?.getTime()).toBeLessThanOrEqual(Date.now())
  expect((await detail(first)).figures?.topTables).toHaveLength(known.figures?.topTables.length ?? -1)
  await look()
  await nodeOf(first).start()
  await look()
  const { starts, awaySince } = await detail(first)
  expect(awaySince).toBe(null)
  expect(starts[0]?.away?.maxMs).toBeGreaterThan(starts[0]?.away?.minMs ?? Number.POSITIVE_INFINITY)
  expect(starts[0]?.answeredWithinMs).not.toBe(null)
})

it('keeps a silence that ends without a start', async () => {
  const { db } = at.ctx
  await look()
  const silences = () => db.nodeSilence.findMany({ where: { clusterId, nodeName: first } })
  // A restart within three seconds of the start before may be taken for the same process.
  await db.nodeSilence.deleteMany()
  const key = { clusterId_nodeName: { clusterId, nodeName: first } }
  const { answeredAt } = await db.nodeWatch.findUniqueOrThrow({ where: key })
  const failedFrom = new Date((answeredAt?.getTime() ?? 0) + 1)
  await db.nodeWatch.update({ where: key, data: { failedFrom, failedTo: failedFrom } })
  await look()
  const { answeredAt: endedAt } = await db.nodeWatch.findUniqueOrThrow({ where: key })
  expect(await silences()).toMatchObject([{ answeredAt, failedFrom, endedAt }])
  await look()
  expect(await silences()).toHaveLength(1)
})

it('goes on after the clock of the console was ahead', async () => {
  const answeredAt = async () =>
    (
      await at.ctx.db.nodeWatch.findUniqueOrThrow({
        where: { clusterId_nodeName: { clusterId, nodeName: first } },
      })
    ).answeredAt?.getTime() ?? 0
  await look()
  const aheadMs = 20 * 60_000
  await at.ctx.db.nodeWatch.updateMany({ data: { nextLookAt: new Date(0) } })
  await watchStarts({ ...at.ctx, now: () => new Date(Date.now() + aheadMs) }, clusterId)
  expect(await answeredAt()).toBeGreaterThan(Date.now() + aheadMs / 2)
  const { length } = (await detail(first)).starts
  await watchStarts(at.ctx, clusterId)
  expect(await answeredAt()).toBeLessThanOrEqual(Date.now())
  expect((await detail(first)).starts).toHaveLength(length)
})

it('keeps fifty starts per node', async () => {
  const old = Array.from({ length: 60 }, (_, index) => new Date(Date.UTC(2025, 0, 1 + index)))
  await at.ctx.db.nodeStart.createMany({
    data: old.map((startedAt) => ({
      ...{
        clusterId,
        nodeName: second,
        startedAt,
        firstSeenAt: startedAt,
        readAt: startedAt,
        version: '25.1',
      },
      ...{ loadedParts: 0n, loadedMicroseconds: 0n },
    })),
  })
  await nodeOf(second).restart()
  await look()
  const { starts, startsKept } = await detail(second)
  expect(await at.ctx.db.nodeStart.count({ where: { clusterId, nodeName: second } })).toBe(startsKept)
  expect(starts[0]?.parts).not.toBe(null)
})

it('rejects an unknown node', async () => {
  await expect(detail('gone')).rejects.toMatchObject({ code: 'not_found' })
})
