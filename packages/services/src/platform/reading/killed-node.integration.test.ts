import { afterAll, beforeAll, expect, test } from 'vitest'
import { getOverview, overview } from '../../placement/overview/index.ts'
import { getTable, listPartitions, listParts, listTables } from '../../placement/table/index.ts'
import { getNode, nodeDetail } from '../node/index.ts'
import { fillShop } from './testing/fill-shop.ts'
import { startConsole, type TestConsole } from './testing/start-console.ts'
import { addTiers, ordersOf, sumParts } from './testing/sum-parts.ts'

const dead = 'shard-2-replica-1'
let at: TestConsole

beforeAll(async () => {
  at = await startConsole({ shards: 2, replicasPerShard: 2, embeddedOnly: true })
  await fillShop(at)
  await at.stack.embedded.clickhouse.nodes.find(({ name }) => name === dead)?.kill()
})
afterAll(() => at?.stop())

const orders = () => ({ cluster: at.cluster, database: 'shop', table: 'orders' })

test('it is shown as unreachable, and every sum says that it is incomplete', async () => {
  const { data, nodes } = overview.parse(
    await getOverview(at.ctx, { cluster: at.cluster, fresh: true, topTables: 100 }),
  )
  expect(nodes.map(({ state }) => state)).toEqual(['ok', 'ok', 'unreachable', 'ok'])
  expect(nodes[2]?.message).toContain('not reachable')
  expect(data.coverage).toEqual({ complete: false, missingNodes: [dead] })
  expect(data.byNode[2]).toMatchObject({ name: dead, state: 'unreachable', figures: null })
  const seen = at.stack.clickhouse.nodes.filter(({ name }) => name !== dead)
  const rows = await Promise.all(
    seen.map(({ name }) =>
      at.ask<{ b: string }>(
        name,
        "SELECT sum(bytes_on_disk) AS b FROM system.parts WHERE active AND table = 'orders'",
      ),
    ),
  )
  expect(data.biggestTables.find(({ table }) => table === 'orders')?.totalBytes).toBe(
    rows.flat().reduce((sum, { b }) => sum + BigInt(b), 0n),
  )
})

test('tables and partitions are shown from the other nodes', async () => {
  const table = await getTable(at.ctx, { ...orders(), fresh: true })
  expect(table.data.coverage.missingNodes).toEqual([dead])
  expect(table.data.absentFrom).toEqual([])
  expect(table.data.byNode.map(({ node }) => node)).not.toContain(dead)
  const partitions = await listPartitions(at.ctx, { ...orders(), fresh: true })
  expect(partitions.data.coverage.complete).toBe(false)
  expect(partitions.data.partitions.every(({ nodes }) => nodes.every(({ node }) => node !== dead))).toBe(true)
  const list = await listTables(at.ctx, { cluster: at.cluster, fresh: true, database: 'shop' })
  expect(list.data.coverage.missingNodes).toEqual([dead])
  expect(list.data.tables.every(({ absentFrom }) => !absentFrom.includes(dead))).toBe(true)
})

test('requested alone, it is no empty list', async () => {
  const one = nodeDetail.parse(await getNode(at.ctx, { cluster: at.cluster, node: dead, fresh: true }))
  expect(one.data).toMatchObject({ state: 'unreachable', figures: null, more: null })
  await expect(listParts(at.ctx, { ...orders(), node: dead })).rejects.toMatchObject({
    code: 'unreachable',
  })
  // Not "not found": it could not be read.
  await expect(getTable(at.ctx, { ...orders(), table: 'gone' })).rejects.toThrow(`Not read: ${dead}`)
})

test('back again, the sums are complete', async () => {
  await at.stack.embedded.clickhouse.nodes.find(({ name }) => name === dead)?.start()
  const { data } = await getOverview(at.ctx, { cluster: at.cluster, fresh: true, topTables: 100 })
  expect(data.coverage.complete).toBe(true)
  const table = data.biggestTables.find((found) => found.table === 'orders')
  expect(table?.tiers).toEqual(addTiers(ordersOf(await sumParts(at))))
})
