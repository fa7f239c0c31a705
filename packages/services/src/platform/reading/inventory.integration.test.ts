import { explainSetting } from '@frostline/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getOverview, overview } from '../../placement/overview/index.ts'
import { listTables } from '../../placement/table/index.ts'
import { getStorage, listPolicies, storageView } from '../../storage/index.ts'
import { getNode, listNodes, nodeDetail, nodeList } from '../node/index.ts'
import { fillShop, hostileTable } from './testing/fill-shop.ts'
import { startConsole, type TestConsole } from './testing/start-console.ts'
import { add, addTiers, isCold, ordersOf, sumParts } from './testing/sum-parts.ts'

let at: TestConsole

beforeAll(async () => {
  at = await startConsole({ shards: 2, replicasPerShard: 2, embeddedOnly: true })
  await fillShop(at)
})
afterAll(() => at?.stop())

describe('overview', () => {
  test('its sums are those of system.parts, and replicas are recognized from data', async () => {
    const sums = await sumParts(at)
    const { data, nodes, queries } = overview.parse(
      await getOverview(at.ctx, { cluster: at.cluster, topTables: 100 }),
    )
    expect(data.coverage).toEqual({ complete: true, missingNodes: [] })
    expect(nodes.map(({ name, state }) => [name, state])).toEqual(
      at.stack.clickhouse.nodes.map(({ name }) => [name, 'ok']),
    )
    expect(data.replicated).toBe(true)
    const ours = data.biggestTables.filter(({ database }) => database === 'shop')
    expect(ours.map(({ table }) => table).sort()).toEqual(['lonely', 'orders', hostileTable].sort())
    for (const table of ours)
      expect(table.tiers).toEqual(addTiers(sums.filter((sum) => sum.table === table.table)))
    // These tables are not replicated: each node has rows of its own.
    expect(ours.find(({ table }) => table === 'orders')?.logical).toMatchObject({
      rows: add(ordersOf(sums)).rows,
      bytes: add(ordersOf(sums)).bytes,
      lastSeen: [],
      unknown: [],
    })
    expect(data.sharedBytes).toBe(0n)
    expect(data.totalBytes).toBe(data.biggestTables.reduce((sum, table) => sum + table.totalBytes, 0n))
    expect(data.tiers.cold).toEqual(add(sums.filter(isCold)))
    expect(queries.filter(({ name }) => name === 'table_disk_sizes')).toHaveLength(4)
    expect(queries.every(({ sql, error }) => error === null && !/\{\w+:/.test(sql))).toBe(true)
  })

  test('disks, cache and moves are those of the servers', async () => {
    const { data } = await getOverview(at.ctx, { cluster: at.cluster, fresh: true })
    const disks = await at.askAll<{ name: string; total: string }>(
      "SELECT name, toString(total_space) AS total FROM system.disks WHERE type = 'Local' ORDER BY name",
    )
    const limits = await at.askAll<{ value: string }>(
      "SELECT value FROM system.metrics WHERE metric = 'FilesystemCacheSizeLimit'",
    )
    const moves = await at.askAll<{ part_name: string }>(
      "SELECT part_name FROM system.part_log WHERE event_type = 'MovePart' AND database = 'shop'",
    )
    data.byNode.forEach(({ figures }, index) => {
      const local = figures?.disks.filter(({ tier }) => tier === 'hot')
      expect(local?.map(({ name, totalBytes }) => ({ name, total: String(totalBytes) }))).toEqual(
        disks[index],
      )
      expect(figures?.disks.filter(({ tier }) => tier === 'cold').map(({ freeBytes }) => freeBytes)).toEqual([
        null,
        null,
      ])
      for (const disk of local ?? []) {
        const alike = local?.filter(({ totalBytes }) => totalBytes === disk.totalBytes) ?? []
        expect([disk.name, ...disk.sharesWith].toSorted()).toEqual(alike.map(({ name }) => name).toSorted())
      }
      expect(String(figures?.cache.limitBytes)).toBe(limits[index]?.[0]?.value)
    })
    expect(data.recentMoves).toHaveLength(20)
    for (const move of data.recentMoves) {
      expect(move).toMatchObject({ database: 'shop', table: 'orders', targetTier: 'cold', errorCode: null })
      const index = at.stack.clickhouse.nodes.findIndex(({ name }) => name === move.node)
      expect(moves[index]?.map(({ part_name }) => part_name)).toContain(move.partName)
    }
    expect(data.nodesWithoutMoveLog).toEqual([])
  })

  test('ten pages at once cost each node one query', async () => {
    await new Promise((resolve) => setTimeout(resolve, 3_100))
    const count = async () => {
      await at.askAll('SYSTEM FLUSH LOGS')
      const rows = await at.askAll<{ n: string }>(
        "SELECT count() AS n FROM system.query_log WHERE type = 'QueryFinish' AND log_comment LIKE '_frostline/%table_disk_sizes%'",
      )
      return rows.map(([row]) => Number(row?.n))
    }
    const before = await count()
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        index % 2
          ? getOverview(at.ctx, { cluster: at.cluster })
          : listTables(at.ctx, { cluster: at.cluster }),
      ),
    )
    expect(await count()).toEqual(before.map((n) => n + 1))
  })
})

test('storage: policies, the tables that use them, and the meaning of each setting', async () => {
  const { data } = storageView.parse(await getStorage(at.ctx, { cluster: at.cluster, fresh: true }))
  expect(data.differences).toEqual([])
  const tiered = data.policies.find(({ name }) => name === 'tiered')
  expect(tiered).toMatchObject({ tableCount: 1, tables: [{ database: 'shop', table: 'orders' }] })
  expect(tiered?.nodes).toHaveLength(4)
  const rows = await at.ask<{ policy_name: string; volume_name: string }>(
    'shard-1-replica-1',
    'SELECT policy_name, volume_name FROM system.storage_policies ORDER BY policy_name, volume_priority',
  )
  expect(
    data.byNode[0]?.storage?.policies.flatMap(({ name, volumes }) =>
      volumes.map((volume) => ({ policy_name: name, volume_name: volume.name })),
    ),
  ).toEqual(rows)
  const { data: names } = await listPolicies(at.ctx, { cluster: at.cluster, fresh: true })
  expect(
    names.policies.flatMap(({ name, volumes }) =>
      volumes.map((volume) => ({ policy_name: name, volume_name: volume })),
    ),
  ).toEqual(rows)
  const cache = data.byNode[0]?.storage?.disks.find(({ name }) => name === 'cold_cache')
  expect(cache).toMatchObject({ tier: 'cold', cacheOver: ['cold'], totalBytes: null })
  const sums = (await sumParts(at)).filter(
    ({ node, disk }) => node === 'shard-1-replica-1' && disk === 'cold_cache',
  )
  expect(cache?.stored).toEqual(add(sums))
  for (const name of [
    'disks',
    'max_data_part_size_bytes',
    'move_factor',
    'prefer_not_to_merge',
    'perform_ttl_move_on_insert',
    'load_balancing',
    'volume_type',
    'keep_free_space_bytes',
  ])
    expect(explainSetting(name)?.meaning).toBeTruthy()
})

test('nodes: identity, counters, errors and logs', async () => {
  await at.ask('shard-1-replica-2', 'SELECT * FROM shop.no_such_table').catch(() => undefined)
  const { data } = nodeList.parse(await listNodes(at.ctx, { cluster: at.cluster, fresh: true }))
  const [version] = await at.ask<{ v: string }>('shard-1-replica-1', 'SELECT version() AS v')
  expect(data.byNode.map(({ figures }) => figures?.version)).toEqual(Array(4).fill(version?.v))
  const one = nodeDetail.parse(
    await getNode(at.ctx, { cluster: at.cluster, node: 'shard-1-replica-2', fresh: true }),
  )
  expect(one.nodes.map(({ name }) => name)).toEqual(['shard-1-replica-2'])
  expect(one.data.figures?.errors.find(({ name }) => name === 'UNKNOWN_TABLE')).toMatchObject({ code: 60 })
  const events = await at.ask<{ event: string; value: string }>(
    'shard-1-replica-2',
    'SELECT event, value FROM system.events',
  )
  const event = (name: string) => BigInt(events.find((row) => row.event === name)?.value ?? 0)
  expect(one.data.figures?.store.writtenBytes).toBe(event('WriteBufferFromS3Bytes'))
  expect(one.data.figures?.logTables.filter(({ present }) => present).map(({ name }) => name)).toContain(
    'part_log',
  )
  expect(one.data.more?.caches?.map(({ name }) => name)).toEqual(['cold_cache'])
  expect(one.data.more?.macros).toMatchObject({ shard: '1' })
  // Each query runs once though two parts of the page need it.
  expect(one.queries.filter(({ name }) => name === 'list_disks')).toHaveLength(1)
})
