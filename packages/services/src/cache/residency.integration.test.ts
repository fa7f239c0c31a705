import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startConsole, type TestConsole } from '../platform/reading/testing/start-console.ts'
import {
  dropCache,
  getCacheResidency,
  getResidencyProgress,
  listColdQueries,
  previewDrop,
  stopResidency,
} from './index.ts'

let at: TestConsole
let first: string
let second: string

const look = async () => (await getCacheResidency(at.ctx, { cluster: at.cluster })).data
const one = (table: string) => ({ cluster: at.cluster, cache: 'cold_cache', database: 'shop', table })

/** Bypasses the product: bytes in a node's caches, as the node shows them. */
async function bytesOf(node: string): Promise<bigint> {
  const [row] = await at.ask<{ n: string }>(
    node,
    'SELECT toString(sum(downloaded_size)) AS n FROM system.filesystem_cache',
  )
  return BigInt(row?.n ?? -1)
}

beforeAll(async () => {
  at = await startConsole({ shards: 2, embeddedOnly: true })
  ;[first = '', second = ''] = at.stack.clickhouse.nodes.map(({ name }) => name)
  await at.askAll('CREATE DATABASE shop')
  // Reads enough of orders from the store to measure a throughput.
  for (const [table, length] of [
    ['orders', 600],
    ['trips', 40],
  ] as const) {
    await at.askAll(`CREATE TABLE shop.${table} (n UInt64, t String, INDEX i n TYPE minmax) ENGINE = MergeTree
      PARTITION BY n % 5 ORDER BY n SETTINGS disk = 'cold_cache', min_bytes_for_wide_part = 0`)
    await at.askAll(
      `INSERT INTO shop.${table} SELECT number, randomPrintableASCII(${length}) FROM numbers(10000)`,
    )
  }
})
afterAll(() => at?.stop())

it('accounts for each byte of the caches: by table, partition, kind and part, and what belongs to none', async () => {
  await at.ask(first, 'SELECT sum(cityHash64(*)) FROM shop.orders WHERE n % 5 < 4')
  await at.ask(first, 'SELECT sum(n) FROM shop.trips')
  await at.ask(second, 'SELECT sum(cityHash64(*)) FROM shop.orders')
  const { endpoint, bucket, accessKeyId, secretAccessKey } = at.stack.objectStore
  const object = `'${endpoint}/${bucket}/elsewhere.csv', '${accessKeyId}', '${secretAccessKey}', 'CSV', 'n UInt64'`
  await at.ask(first, `INSERT INTO FUNCTION s3(${object}) SELECT number FROM numbers(1000)`)
  await at.ask(
    first,
    `SELECT sum(n) FROM s3(${object}) SETTINGS enable_filesystem_cache = 1, filesystem_cache_name = 'cold_cache'`,
  )
  const { byNode, tables, coverage } = await look()
  expect(coverage.complete).toBe(true)
  for (const { node, cachedBytes } of byNode) expect(cachedBytes).toBe(await bytesOf(node))
  const unexplained = byNode.reduce((sum, each) => sum + each.unexplainedBytes, 0n)
  expect(unexplained).toBeGreaterThan(0n)
  const shop = tables.filter(({ database }) => database === 'shop')
  expect(shop.map(({ table }) => table).toSorted()).toEqual(['orders', 'trips'])
  expect(tables.reduce((sum, { cachedBytes }) => sum + cachedBytes, unexplained)).toBe(
    byNode.reduce((sum, { cachedBytes }) => sum + cachedBytes, 0n),
  )
  for (const { table, storedBytes, partitions, kinds } of shop) {
    const owned = await at.askAll<{ n: string }>(
      `SELECT toString(sum(size)) AS n FROM system.remote_data_paths
       WHERE disk_name = 'cold_cache' AND position(local_path, (SELECT toString(uuid) FROM system.tables WHERE database = 'shop' AND name = '${table}')) > 0`,
    )
    expect(storedBytes).toBe(owned.reduce((sum, [row]) => sum + BigInt(row?.n ?? -1), 0n))
    expect(partitions.map(({ partitionId }) => partitionId).filter(Boolean)).toHaveLength(5)
    expect(kinds.skip_index.storedBytes).toBeGreaterThan(0n)
    expect(kinds.primary_index.storedBytes).toBeGreaterThan(0n)
    expect(kinds.data.cachedBytes).toBeGreaterThan(0n)
    expect(kinds.data.cachedBytes <= kinds.data.storedBytes).toBe(true)
  }
  const trips = shop.find(({ table }) => table === 'trips')
  expect(trips?.partitions[0]?.topParts[0]).toMatchObject({ node: first })
})

it('names the queries that read the most from the store', async () => {
  await at.askAll('SYSTEM FLUSH LOGS')
  const { data } = await listColdQueries(at.ctx, { cluster: at.cluster, hours: 1 })
  const cold = data.queries.find(({ latest }) => latest.includes('shop.orders WHERE'))
  expect(cold).toMatchObject({ runs: 1n, failed: 0n, nodes: [first], initial: true })
  const [own] = await at.ask<{ bytes: string; gets: string }>(
    first,
    `SELECT toString(ProfileEvents['ReadBufferFromS3Bytes']) AS bytes, toString(ProfileEvents['S3GetObject']) AS gets
     FROM system.query_log WHERE type = 'QueryFinish' AND query LIKE 'SELECT sum(cityHash64(*)) FROM shop.orders WHERE%'`,
  )
  expect(cold?.storeBytes).toBe(BigInt(own?.bytes ?? -1))
  expect(cold?.storeRequests).toBe(BigInt(own?.gets ?? -1))
  expect(cold?.normalized).toMatch(/WHERE \(?n % \?/)
  expect(
    JSON.stringify(data, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
  ).not.toContain(at.stack.objectStore.secretAccessKey)
})

it('drops one table from the cache of one node, and leaves all others unchanged', async () => {
  const before = await look()
  const beforeOf = (table: string) => before.tables.find((each) => each.table === table)?.cachedBytes ?? -1n
  const secondBytes = await bytesOf(second)
  const preview = await previewDrop(at.ctx, one('trips'))
  const [planned] = preview.data.nodes.filter(({ node }) => node === first)
  expect(planned?.bytes).toBe(beforeOf('trips'))
  expect(planned?.requests).toBeGreaterThanOrEqual(planned?.files ?? 1n)
  expect(planned?.elapsedMs).toBeGreaterThan(0)

  const report = await dropCache(at.ctx, { ...one('trips'), nodes: [first] })
  expect(report.nodes).toEqual([
    {
      node: first,
      droppedBytes: planned?.bytes,
      leftBytes: 0n,
      statements: Number(planned?.statements),
      fault: null,
    },
  ])
  const after = await look()
  expect(after.tables.find(({ table }) => table === 'trips')?.cachedBytes).toBe(0n)
  expect(after.tables.find(({ table }) => table === 'orders')?.cachedBytes).toBe(beforeOf('orders'))
  expect(await bytesOf(second)).toBe(secondBytes)
  const entries = await at.ctx.db.auditEntry.findMany({ where: { action: 'filesystem-cache.drop' } })
  expect(entries.map(({ outcome, objectName }) => [outcome, objectName])).toEqual([
    ['requested', 'shop.trips in cold_cache'],
    ['succeeded', 'shop.trips in cold_cache'],
  ])
  expect(JSON.stringify(entries[1]?.statements)).toContain("SYSTEM DROP FILESYSTEM CACHE 'cold_cache' KEY ")
})

it('drops a whole cache', async () => {
  const bytes = await bytesOf(second)
  expect(bytes).toBeGreaterThan(0n)
  const report = await dropCache(at.ctx, { cluster: at.cluster, cache: 'cold_cache', nodes: [second] })
  expect(report.nodes).toMatchObject([{ node: second, droppedBytes: bytes, leftBytes: 0n, statements: 1 }])
  expect(await bytesOf(second)).toBe(0n)
  expect(await bytesOf(first)).toBeGreaterThan(0n)
})

it('an inspection can be followed and stopped', async () => {
  // The inspection of a small cache may end before the stop arrives. Then the next one is stopped.
  for (;;) {
    const id = randomUUID()
    const looking = getCacheResidency(at.ctx, { cluster: at.cluster, look: id })
    let ended = false
    void looking.finally(() => {
      ended = true
    })
    while (!ended) {
      const { nodes } = await stopResidency(at.ctx, { cluster: at.cluster, look: id })
      expect(nodes.every(({ fault }) => fault === null)).toBe(true)
    }
    const { nodes, data } = await looking
    expect(await getResidencyProgress(at.ctx, { cluster: at.cluster, look: id })).toEqual({ nodes: [] })
    if (data.coverage.complete) continue
    expect(nodes.find(({ state }) => state === 'refused')?.message).toContain('394')
    return
  }
})

it('rejects unknown objects, and viewers', async () => {
  const whole = { cluster: at.cluster, cache: 'cold_cache' }
  for (const verb of [previewDrop, dropCache]) {
    await expect(verb(at.ctx, { ...whole, cache: "it's gone" })).rejects.toMatchObject({ code: 'not_found' })
    await expect(verb(at.ctx, { ...whole, nodes: ['gone'] })).rejects.toMatchObject({ code: 'not_found' })
    const viewer = { ...at.ctx, actor: { ...at.ctx.actor, role: 'viewer' as const } }
    await expect(verb(viewer, whole)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(verb(at.ctx, { ...whole, database: 'shop' })).rejects.toMatchObject({ code: 'invalid' })
  }
})
