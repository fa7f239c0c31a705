import { maxSampleRows, tableGrainNames } from '@frostline/domain'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startConsole, type TestConsole } from '../reading/testing/start-console.ts'
import { getDiskHistory, getNodeHistory, getTableHistory, getTierHistory, sampleCluster } from './index.ts'

let at: TestConsole
let clusterId: string
let first: string
let second: string
let clockMs = Date.parse('2026-11-21T10:00:30Z')

/** Samples once, some minutes later. */
async function sampleAfter(minutes: number): Promise<void> {
  clockMs += minutes * 60_000
  await sampleCluster(at.ctx, clusterId)
}

const nodeHistory = async (node: string) =>
  (await getNodeHistory(at.ctx, { cluster: at.cluster, node, range: '1h' })).points
const shownOf = async (node: string) =>
  (await nodeHistory(node)).flatMap(({ figures }) => (figures ? [figures] : []))

beforeAll(async () => {
  at = await startConsole({ shards: 2, embeddedOnly: true })
  at.ctx.now = () => new Date(clockMs)
  clusterId = (await at.ctx.clusters.get(at.cluster)).id
  ;[first = '', second = ''] = at.stack.clickhouse.nodes.map(({ name }) => name)
  await at.askAll('CREATE DATABASE shop')
  await at.askAll(`CREATE TABLE shop.cold (n UInt64, t String) ENGINE = MergeTree ORDER BY n
    SETTINGS storage_policy = 'tiered', min_bytes_for_wide_part = 0`)
  await at.askAll('SYSTEM STOP MERGES shop.cold')
  for (const _ of [1, 2])
    await at.askAll('INSERT INTO shop.cold SELECT number, randomPrintableASCII(40) FROM numbers(20000)')
  await at.askAll("ALTER TABLE shop.cold MOVE PART 'all_1_1_0' TO VOLUME 'cold'")
})
afterAll(() => at?.stop())

it('counts what the servers of this version count', async () => {
  const names = ['S3ReadRequestsThrottling', 'S3WriteMicroseconds', 'S3ListObjects', 'S3DeleteObjects']
  const azure = names.map((name) => name.replace('S3', 'Azure'))
  const rows = await at.ask<{ event: string }>(
    first,
    `SELECT event FROM system.events WHERE event IN (${[...names, ...azure].map((name) => `'${name}'`).join(', ')})
     SETTINGS system_events_show_zero_values = 1`,
  )
  expect(rows.map(({ event }) => event).toSorted()).toEqual([...names, ...azure].toSorted())
})

it('samples tiers, tables and disks as system tables have them', async () => {
  await sampleAfter(0)
  const sums = await at.askAll<{ cold: string; hot: string; rows: string }>(
    `SELECT toString(sumIf(bytes_on_disk, disk_name LIKE 'cold%')) AS cold, toString(sumIf(bytes_on_disk, disk_name NOT LIKE 'cold%')) AS hot,
       toString(sum(rows)) AS rows
     FROM system.parts WHERE active AND database = 'shop' AND table = 'cold'`,
  )
  const total = (name: 'cold' | 'hot' | 'rows') =>
    sums.reduce((sum, rows) => sum + BigInt(rows[0]?.[name] ?? -1), 0n)
  const table = await getTableHistory(at.ctx, { cluster: at.cluster, database: 'shop', table: 'cold' })
  const stored = table.points.findLast(({ figures }) => figures)?.figures
  expect(stored).toEqual({
    ...{ hotBytes: total('hot'), coldBytes: total('cold'), hotParts: 2n, coldParts: 2n },
    ...{ hotRows: total('rows') / 2n, coldRows: total('rows') / 2n },
  })
  const tiers = await getTierHistory(at.ctx, { cluster: at.cluster, range: '1h' })
  expect(tiers.points.at(-1)?.figures?.coldBytes).toBe(total('cold'))
  expect(tiers.observedAt).toEqual(new Date('2026-11-21T10:00:00Z'))
  const { disks } = await getDiskHistory(at.ctx, { cluster: at.cluster, node: first, range: '1h' })
  const known = await at.ask<{ name: string; total: string; cold: string }>(
    first,
    `SELECT name, toString(total_space) AS total,
       toString((SELECT sum(bytes_on_disk) FROM system.parts WHERE active AND disk_name LIKE 'cold%')) AS cold
     FROM system.disks`,
  )
  expect(disks.map(({ disk }) => disk).toSorted()).toEqual(known.map(({ name }) => name).toSorted())
  const hot = disks.find(({ disk }) => disk === 'default')
  expect(hot?.tier).toBe('hot')
  expect(hot?.points.at(-1)?.totalBytes).toBe(
    BigInt(known.find(({ name }) => name === 'default')?.total ?? -1),
  )
  const cold = disks.filter(({ tier }) => tier === 'cold')
  expect(cold.reduce((sum, { points }) => sum + (points.at(-1)?.usedBytes ?? 0n), 0n)).toBe(
    BigInt(known[0]?.cold ?? -1),
  )
  expect(cold.every(({ forecast, points }) => forecast === null && points.at(-1)?.totalBytes === null)).toBe(
    true,
  )
})

async function countedBy(node: string, event: string): Promise<number> {
  const [row] = await at.ask<{ value: string }>(
    node,
    `SELECT toString(sum(value)) AS value FROM system.events WHERE event = '${event}'`,
  )
  return Number(row?.value)
}

it('has the requests between two samples, and the parts at the second', async () => {
  expect(await shownOf(second)).toEqual([])
  const before = await at.ctx.db.nodeReading.findFirstOrThrow({ where: { nodeName: second } })
  await at.ask(second, "ALTER TABLE shop.cold MOVE PART 'all_2_2_0' TO VOLUME 'cold'")
  await at.ask(second, 'SELECT sum(cityHash64(*)) FROM shop.cold')
  await sampleAfter(1)
  const [figures] = await shownOf(second)
  const writes = (await countedBy(second, 'S3WriteRequestsCount')) - Number(before.writeRequests)
  const reads = (await countedBy(second, 'S3ReadRequestsCount')) - Number(before.readRequests)
  expect(writes).toBeGreaterThan(0)
  expect(((figures?.writeRequestsPerSecond ?? 0) + (figures?.deleteRequestsPerSecond ?? 0)) * 60).toBeCloseTo(
    writes,
  )
  expect(((figures?.readRequestsPerSecond ?? 0) + (figures?.listRequestsPerSecond ?? 0)) * 60).toBeCloseTo(
    reads,
  )
  const waited = (await countedBy(second, 'S3WriteMicroseconds')) - Number(before.writeMicroseconds)
  expect(figures?.writeLatencyMs).toBeCloseTo(waited / writes / 1000)
  expect(figures?.readErrorsPerMinute).toBe(0)
  const [parts] = await at.ask<{ n: string }>(
    second,
    "SELECT toString(value) AS n FROM system.metrics WHERE metric = 'PartsActive'",
  )
  expect(Math.abs(Number(figures?.parts) - Number(parts?.n))).toBeLessThanOrEqual(5)
})

it('has a gap while a node is down, also in the tiers, and no negative rate after its restart', async () => {
  const node = at.stack.embedded.clickhouse.nodes.find(({ name }) => name === second)
  if (!node) throw new Error('There is no second node.')
  await node.kill()
  try {
    await sampleAfter(1)
  } finally {
    await node.start()
  }
  clockMs += 60_000
  const history = await getNodeHistory(at.ctx, { cluster: at.cluster, node: second, range: '1h' })
  expect(history.points.at(-1)?.figures).toBe(null)
  expect(history.gaps.at(-1)?.node).toBe(second)
  expect((await nodeHistory(first)).at(-1)?.figures).not.toBe(null)
  const tiers = await getTierHistory(at.ctx, { cluster: at.cluster, range: '1h' })
  expect(tiers.points.at(-1)?.figures).toBe(null)
  expect(tiers.gaps.at(-1)?.node).toBe(null)
  await at.ask(second, 'SELECT sum(cityHash64(*)) FROM shop.cold')
  await sampleAfter(0)
  const last = (await shownOf(second)).at(-1)
  const reading = await at.ctx.db.nodeSample.findFirstOrThrow({
    where: { nodeName: second, grain: 'minute' },
    orderBy: { at: 'desc' },
  })
  expect(Number(reading.readRequests)).toBeLessThanOrEqual(await countedBy(second, 'S3ReadRequestsCount'))
  // It covers the time since the restart, not since the last sample.
  expect(reading.coveredMs).toBeLessThan(120_000n)
  for (const [name, value] of Object.entries(last ?? {}))
    expect(Number(value), name).toBeGreaterThanOrEqual(0)
  expect(
    (await getTierHistory(at.ctx, { cluster: at.cluster, range: '1h' })).points.at(-1)?.figures,
  ).not.toBe(null)
})

it('one worker samples a minute, whichever asks, and a repeated sample changes no level', async () => {
  clockMs += 60_000
  await Promise.all([1, 2, 3].map(() => sampleCluster(at.ctx, clusterId)))
  const minute = new Date(Math.floor(clockMs / 60_000) * 60_000)
  const rows = await at.ctx.db.nodeSample.findMany({ where: { grain: 'minute', at: minute } })
  expect(rows.map(({ nodeName, coveredMs }) => [nodeName, Number(coveredMs)]).toSorted()).toEqual([
    [first, 60_000],
    [second, 60_000],
  ])
  expect(await at.ctx.db.tierSample.count({ where: { grain: 'minute', at: minute } })).toBe(1)
})

it('a worker that was killed after its turn leaves a gap of a minute, and nothing is counted twice', async () => {
  clockMs += 60_000
  await at.ctx.db.sampleTurn.updateMany({ data: { minute: new Date(Math.floor(clockMs / 60_000) * 60_000) } })
  await sampleCluster(at.ctx, clusterId)
  expect((await at.ctx.db.nodeReading.findFirstOrThrow()).at).toEqual(new Date(clockMs - 60_000))
  await sampleAfter(1)
  const row = await at.ctx.db.nodeSample.findFirstOrThrow({
    where: { nodeName: first, grain: 'minute' },
    orderBy: { at: 'desc' },
  })
  expect(row.coveredMs).toBe(120_000n)
})

it('deletes what is older than the retention, so that the rows are bounded', async () => {
  for (const days of [1, 14, 91]) await sampleAfter(days * 24 * 60 + 1)
  const { db } = at.ctx
  const nodes = await db.nodeSample.groupBy({ by: ['nodeName', 'grain'], _count: true })
  const disks = await db.diskSample.groupBy({ by: ['nodeName', 'disk', 'grain'], _count: true })
  const tables = await db.tableSample.groupBy({ by: ['database', 'table', 'grain'], _count: true })
  const tiers = await db.tierSample.groupBy({ by: ['grain'], _count: true })
  expect([...nodes, ...disks, ...tables, ...tiers].every(({ _count }) => _count === 1)).toBe(true)
  expect(nodes).toHaveLength(6)
  expect(tiers).toHaveLength(3)
  expect(tables.filter(({ table }) => table === 'cold')).toHaveLength(2)
  expect(maxSampleRows()).toBe(5_640)
  expect(maxSampleRows(tableGrainNames)).toBe(4_200)
})

it('refuses an unknown node', async () => {
  await expect(getNodeHistory(at.ctx, { cluster: at.cluster, node: 'gone' })).rejects.toMatchObject({
    code: 'not_found',
  })
})

it.each([{ from: '2026-11-21T10:00:00Z' }, { from: '2026-11-21T10:00:00Z', to: '2026-11-21T10:00:00Z' }])(
  'refuses the range %o',
  async (times) => {
    await expect(getTierHistory(at.ctx, { cluster: at.cluster, ...times })).rejects.toMatchObject({
      code: 'invalid',
    })
  },
)
