import { cacheSettings, maxSampleRows } from '@frostline/domain'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sampleCluster } from '../platform/history/index.ts'
import { startConsole, type TestConsole } from '../platform/reading/testing/start-console.ts'
import { getCacheHistory, getCaches } from './index.ts'

let at: TestConsole
let clusterId: string
let first: string
let second: string
let clockMs = Date.parse('2026-11-21T10:00:30Z')

const read = async () => (await getCaches(at.ctx, { cluster: at.cluster, fresh: true })).data
const history = (range: '1h' | '24h' | '13w', node?: string) =>
  getCacheHistory(at.ctx, { cluster: at.cluster, range, ...(node === undefined ? {} : { node }) })

/** Samples once, some minutes later. */
async function sampleAfter(minutes: number): Promise<void> {
  clockMs += minutes * 60_000
  await sampleCluster(at.ctx, clusterId)
}

async function readCold(node: string): Promise<void> {
  await at.ask(node, 'SELECT sum(cityHash64(*)) FROM shop.cold')
}

beforeAll(async () => {
  at = await startConsole({ shards: 2, embeddedOnly: true })
  at.ctx.now = () => new Date(clockMs)
  clusterId = (await at.ctx.clusters.get(at.cluster)).id
  ;[first = '', second = ''] = at.stack.clickhouse.nodes.map(({ name }) => name)
  await at.askAll('CREATE DATABASE shop')
  await at.askAll(`CREATE TABLE shop.cold (n UInt64, t String) ENGINE = MergeTree ORDER BY n
    SETTINGS storage_policy = 'tiered', min_bytes_for_wide_part = 0`)
  await at.askAll('INSERT INTO shop.cold SELECT number, randomPrintableASCII(40) FROM numbers(50000)')
  await at.askAll("ALTER TABLE shop.cold MOVE PARTITION ID 'all' TO VOLUME 'cold'")
})
afterAll(() => at?.stop())

it('shows each cache of each node as the server does', async () => {
  await readCold(first)
  await readCold(first)
  const { byNode, coverage } = await read()
  expect(coverage.complete).toBe(true)
  for (const { name, seen } of byNode) {
    const [own] = await at.ask<{ size: string; segments: string; sum: string; limit: string }>(
      name,
      `SELECT toString(current_size) AS size, toString(current_elements_num) AS segments, toString(max_size) AS limit,
         (SELECT toString(sum(size)) FROM system.filesystem_cache) AS sum
       FROM system.filesystem_cache_settings WHERE cache_name = 'cold_cache'`,
    )
    expect(seen?.caches).toMatchObject([
      {
        name: 'cold_cache',
        disks: ['cold_cache'],
        sizeBytes: BigInt(own?.size ?? -1),
        limitBytes: BigInt(own?.limit ?? -1),
        segments: BigInt(own?.segments ?? -1),
      },
    ])
    expect(seen?.sizeBytes).toBe(BigInt(own?.sum ?? -1))
  }
  const counted = byNode.find(({ name }) => name === first)?.seen?.counted
  expect(counted?.fromCacheBytes).toBeGreaterThan(0n)
  expect(counted?.fromStoreBytes).toBeGreaterThan(0n)
  expect(counted?.downloadedBytes).toBeGreaterThan(0n)
  expect(counted?.hits).toBeGreaterThan(0n)
  expect(counted?.misses).toBeGreaterThan(0n)
  expect(counted?.storeRequests).toBeGreaterThan(0n)
  expect(counted?.storeBytesPerSecond).toBeGreaterThan(0)
})

it('knows every setting of this version, and its default', async () => {
  const { byNode } = await read()
  const settings = byNode[0]?.seen?.caches?.[0]?.settings ?? []
  const given = ['max_size']
  expect(settings.map(({ name }) => name).toSorted()).toEqual(
    cacheSettings.map(({ name }) => name).toSorted(),
  )
  for (const { name, value } of settings)
    if (!given.includes(name))
      expect(`${name} ${value}`).toBe(`${name} ${cacheSettings.find((each) => each.name === name)?.default}`)
})

async function readBytes(node: string): Promise<bigint> {
  const [counted] = await at.ask<{ bytes: string }>(
    node,
    "SELECT toString(sum(value)) AS bytes FROM system.events WHERE event IN ('CachedReadBufferReadFromCacheBytes', 'CachedReadBufferReadFromSourceBytes')",
  )
  return BigInt(counted?.bytes ?? -1)
}

it('keeps a history of differences, in three grains that add up to the same', async () => {
  const before = await readBytes(second)
  await sampleAfter(0)
  expect((await history('1h')).points.every(({ figures }) => figures === null)).toBe(true)
  await readCold(second)
  await sampleAfter(1)
  await sampleAfter(0)
  await readCold(second)
  await sampleAfter(10)
  const rows = await at.ctx.db.cacheSample.findMany({ where: { clusterId, nodeName: second } })
  const sumOf = (grain: string) =>
    rows
      .filter((row) => row.grain === grain)
      .reduce((sum, row) => sum + row.fromCacheBytes + row.fromStoreBytes, 0n)
  expect(rows.filter(({ grain }) => grain === 'minute')).toHaveLength(2)
  expect(rows.filter(({ grain }) => grain === 'ten_minutes')).toHaveLength(2)
  expect(rows.filter(({ grain }) => grain === 'hour')).toHaveLength(1)
  expect(sumOf('minute')).toBe((await readBytes(second)) - before)
  for (const grain of ['ten_minutes', 'hour']) expect(sumOf(grain)).toBe(sumOf('minute'))
  const { points, observedAt } = await history('1h', second)
  expect(observedAt?.getTime()).toBe(clockMs)
  const shown = points.flatMap(({ figures }) => (figures ? [figures] : []))
  expect(shown).toHaveLength(2)
  expect(shown[0]?.byteHitRatio).toBeLessThan(1)
  expect(shown[1]?.byteHitRatio).toBe(1)
})

it('has a gap while a node is down, names it, and recognizes a restart', async () => {
  const node = at.stack.embedded.clickhouse.nodes.find(({ name }) => name === second)
  if (!node) throw new Error('There is no second node.')
  await node.kill()
  try {
    await sampleAfter(1)
    expect((await read()).byNode.find(({ name }) => name === second)?.seen).toBe(null)
  } finally {
    await node.start()
  }
  clockMs += 60_000
  const { points, gaps } = await history('1h')
  expect(points.at(-1)).toMatchObject({ figures: null })
  expect(gaps.at(-1)?.node).toBe(second)
  expect((await history('1h', first)).points.at(-1)?.figures).not.toBe(null)
  await readCold(second)
  await sampleAfter(1)
  const last = (await history('1h', second)).points.at(-1)
  expect(last?.figures?.fromCacheBytesPerSecond).toBeGreaterThan(0)
})

it('deletes what is older than the retention, so that the rows of a node are bounded', async () => {
  for (const days of [1, 14, 91]) await sampleAfter(days * 24 * 60 + 1)
  const rows = await at.ctx.db.cacheSample.groupBy({ by: ['nodeName', 'grain'], _count: true })
  expect(rows.every(({ _count }) => _count === 1)).toBe(true)
  expect(rows).toHaveLength(6)
  expect(maxSampleRows()).toBe(5_640)
})

it('one worker samples a minute, whichever asks', async () => {
  clockMs += 60_000
  await Promise.all([1, 2, 3].map(() => sampleCluster(at.ctx, clusterId)))
  const minute = new Date(Math.floor(clockMs / 60_000) * 60_000)
  const rows = await at.ctx.db.cacheSample.findMany({ where: { grain: 'minute', at: minute } })
  expect(rows.map(({ nodeName, coveredMs }) => [nodeName, Number(coveredMs)]).toSorted()).toEqual([
    [first, 60_000],
    [second, 60_000],
  ])
})

it('refuses an unknown node', async () => {
  await expect(history('24h', 'gone')).rejects.toMatchObject({ code: 'not_found' })
})
