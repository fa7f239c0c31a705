import { afterAll, beforeAll, expect, it } from 'vitest'
import { startConsole, type TestConsole } from '../../platform/reading/testing/start-console.ts'
import { flushInsertQueue, listInsertQueues } from './index.ts'

let at: TestConsole
let first: string
let second: string

const tableRef = () => ({ cluster: at.cluster, database: 'shop', table: 'orders' })
const list = async () => (await listInsertQueues(at.ctx, { cluster: at.cluster, fresh: true })).data

beforeAll(async () => {
  at = await startConsole({ shards: 2, embeddedOnly: true })
  const { clusterName } = await at.ctx.clusters.get(at.cluster)
  const [one, two] = at.stack.clickhouse.nodes
  first = one?.name ?? ''
  second = two?.name ?? ''
  await at.askAll('CREATE DATABASE shop')
  await at.askAll('CREATE TABLE shop.orders_local (n UInt64) ENGINE = MergeTree ORDER BY n')
  await at.askAll(
    `CREATE TABLE shop.orders AS shop.orders_local ENGINE = Distributed('${clusterName}', shop, orders_local, n)`,
  )
})
afterAll(() => at?.stop())

it('shows what is queued on a node, as the node reports it, and flushes it on request', async () => {
  await at.ask(first, 'SYSTEM STOP DISTRIBUTED SENDS shop.orders')
  await at.ask(
    first,
    'INSERT INTO shop.orders SETTINGS prefer_localhost_replica = 0 SELECT number FROM numbers(1000)',
  )
  const { queues, totals, coverage } = await list()
  const [own] = await at.ask<{ files: string; bytes: string }>(
    first,
    "SELECT sum(data_files) AS files, sum(data_compressed_bytes) AS bytes FROM system.distribution_queue WHERE table = 'orders'",
  )
  expect(queues).toMatchObject([
    {
      node: first,
      database: 'shop',
      table: 'orders',
      blocked: true,
      files: BigInt(own?.files ?? 0),
      lastError: null,
      flushSql: 'SYSTEM FLUSH DISTRIBUTED `shop`.`orders`',
    },
  ])
  expect(Number(own?.files)).toBeGreaterThan(0)
  expect(totals).toMatchObject({ bytes: BigInt(own?.bytes ?? 0), brokenFiles: 0n })
  expect(coverage.complete).toBe(true)

  const report = await flushInsertQueue(at.ctx, tableRef())
  expect(report).toMatchObject({ complete: true, nodes: [{ node: first, drained: true }] })
  // Also without `fresh`: answers from before the flush are not reused.
  const after = (await listInsertQueues(at.ctx, { cluster: at.cluster })).data
  expect(after.queues.map(({ files }) => files)).toEqual([0n])
  await at.ask(first, 'SYSTEM START DISTRIBUTED SENDS shop.orders')
  const counts = await at.askAll<{ n: string }>('SELECT count() AS n FROM shop.orders_local')
  expect(counts.map(([row]) => row?.n)).toEqual(['500', '500'])
  const entry = await at.ctx.db.auditEntry.findFirstOrThrow({ where: { action: 'insert-queue.flush' } })
  expect(entry).toMatchObject({
    outcome: 'succeeded',
    objectName: 'shop.orders',
    statements: [{ node: first, sql: 'SYSTEM FLUSH DISTRIBUTED `shop`.`orders`' }],
  })
  await at.ask(first, 'SYSTEM FLUSH LOGS')
  const sent = await at.ask(
    first,
    "SELECT query AS sql, query_id AS queryId FROM system.query_log WHERE type = 'QueryFinish' AND log_comment = '_frostline/flush_distributed'",
  )
  expect(entry.statements).toEqual(sent.map((statement) => ({ node: first, ...statement })))
  expect(sent.map(({ sql }) => sql)).toEqual(queues.map(({ flushSql }) => flushSql))
})

it('reports what is left where a shard does not answer, and loses nothing', async () => {
  const node = at.stack.embedded.clickhouse.nodes.find(({ name }) => name === second)
  if (!node) throw new Error('There is no second node.')
  await node.kill()
  await at.ask(first, 'INSERT INTO shop.orders SELECT 1000 + number FROM numbers(100)')
  try {
    const report = await flushInsertQueue(at.ctx, { ...tableRef(), nodes: [first] })
    expect(report).toMatchObject({ complete: false, nodes: [{ node: first, drained: false }] })
    expect(report.nodes[0]?.message).toMatch(/still queued/)
    const seen = await list()
    expect(seen.coverage.missingNodes).toEqual([second])
    expect(seen.queues[0]?.errors).toBeGreaterThan(0n)
    expect(seen.queues[0]?.lastError).not.toBe(null)
  } finally {
    await node.start()
  }
  expect(await flushInsertQueue(at.ctx, tableRef())).toMatchObject({ complete: true })
  const counts = await at.askAll<{ n: string }>('SELECT count() AS n FROM shop.orders_local')
  expect(counts.reduce((sum, [row]) => sum + Number(row?.n), 0)).toBe(1100)
})

it('rejects unknown objects, and viewers', async () => {
  await expect(flushInsertQueue(at.ctx, { ...tableRef(), table: 'gone' })).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(flushInsertQueue(at.ctx, { ...tableRef(), nodes: ['gone'] })).rejects.toMatchObject({
    code: 'not_found',
  })
  const viewer = { ...at.ctx, actor: { ...at.ctx.actor, role: 'viewer' as const } }
  await expect(flushInsertQueue(viewer, tableRef())).rejects.toMatchObject({ code: 'forbidden' })
})
