import { partAges, partSizes, unpackPartitionMap } from '@frostline/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillShop, hostileTable } from '../../platform/reading/testing/fill-shop.ts'
import { startConsole, type TestConsole } from '../../platform/reading/testing/start-console.ts'
import { add, addTiers, ordersOf, sumParts } from '../../platform/reading/testing/sum-parts.ts'
import { getOverview } from '../overview/index.ts'
import {
  getPartitionMap,
  getPartShapes,
  getTable,
  getTableActivity,
  type ListPartsInput,
  listPartitions,
  listParts,
  listTableNames,
  listTables,
  partitionList,
  partitionMap,
  partList,
  partShapes,
  partSorts,
  tableActivity,
  tableDetail,
  tableList,
} from './index.ts'

let at: TestConsole

beforeAll(async () => {
  at = await startConsole({ shards: 2, replicasPerShard: 2, embeddedOnly: true })
  await fillShop(at)
})
afterAll(() => at?.stop())

const orders = () => ({ cluster: at.cluster, database: 'shop', table: 'orders' })

describe('tables', () => {
  const list = (input: object = {}) => listTables(at.ctx, { cluster: at.cluster, database: 'shop', ...input })

  test('each once, with sums over nodes and its locations', async () => {
    const sums = await sumParts(at)
    const { data } = tableList.parse(await list())
    expect(data.total).toBe(5)
    const table = (name: string) => data.tables.find((found) => found.table === name)
    expect(table('orders')).toMatchObject({
      tiers: addTiers(ordersOf(sums)),
      totalBytes: add(ordersOf(sums)).bytes,
      partitions: 6,
      storagePolicy: 'tiered',
      partitionKey: 'toYYYYMM(at)',
      ttl: "at + toIntervalYear(30) TO VOLUME 'cold'",
      differs: [],
      absentFrom: [],
      readBy: [{ database: 'shop', table: 'orders_all' }],
    })
    expect(table('orders_all')).toMatchObject({
      family: 'distributed',
      tiers: null,
      totalBytes: null,
      readsFrom: { database: 'shop', table: 'orders' },
    })
    expect(table('recent')).toMatchObject({ family: 'view', totalBytes: null })
    expect(table(hostileTable)).toMatchObject({ partitions: 10, presentOn: { length: 4 } })
    expect(table('lonely')).toMatchObject({ presentOn: ['shard-1-replica-1'], absentFrom: { length: 3 } })
    expect(data.totals.totalBytes).toBe(add(sums).bytes)
  })

  test('with data are as many as in the overview, which names system tables separately', async () => {
    const { data: overview } = await getOverview(at.ctx, { cluster: at.cluster, fresh: true })
    const { totals, total } = (await listTables(at.ctx, { cluster: at.cluster, fresh: true })).data
    expect(overview.tables).toBe(totals.withParts)
    expect(totals.withParts).toBeLessThan(total)
    expect(overview.systemTables).toBeGreaterThan(0)
  })

  test('are searched, filtered, sorted and paged on the server', async () => {
    const names = async (input: object) => (await list(input)).data.tables.map(({ table }) => table)
    expect(await names({ search: 'SHOP.ord' })).toEqual(['orders', 'orders_all'])
    expect(await names({ family: 'distributed' })).toEqual(['orders_all'])
    expect(await names({ policy: 'tiered' })).toEqual(['orders'])
    const byBytes = await list({ sort: 'bytes', direction: 'desc' })
    const known = byBytes.data.tables.map(({ totalBytes }) => totalBytes)
    expect(known.slice(3)).toEqual([null, null])
    expect(known.slice(0, 3)).toEqual(known.slice(0, 3).toSorted((a, b) => ((a ?? 0n) < (b ?? 0n) ? 1 : -1)))
    const all = await names({})
    const paged = [
      ...(await names({ limit: 2 })),
      ...(await names({ limit: 2, offset: 2 })),
      ...(await names({ limit: 2, offset: 4 })),
    ]
    expect(paged).toEqual(all)
    expect((await list({ search: 'nothing like it' })).data).toMatchObject({ total: 0, tables: [] })
    const system = await listTables(at.ctx, {
      cluster: at.cluster,
      includeSystem: true,
      search: 'system.part_log',
    })
    expect(system.data.tables[0]).toMatchObject({ database: 'system', table: 'part_log' })
  })

  test('their names alone, each once, also of those that one node has', async () => {
    const { databases, complete } = await listTableNames(at.ctx, { cluster: at.cluster })
    const { data } = await list()
    expect(complete).toBe(true)
    expect(databases.find(({ name }) => name === 'shop')?.tables).toEqual(
      data.tables.map(({ table }) => table),
    )
    expect(databases.map(({ name }) => name)).not.toContain('system')
  })

  test('one table: sizes by column, volumes, definitions', async () => {
    const { data } = tableDetail.parse(await getTable(at.ctx, orders()))
    const columns = await at.askAll<{ name: string; c: string; u: string }>(
      "SELECT name, data_compressed_bytes AS c, data_uncompressed_bytes AS u FROM system.columns WHERE database = 'shop' AND table = 'orders'",
    )
    for (const column of data.columns) {
      const same = columns.flat().filter(({ name }) => name === column.name)
      expect(column.compressedBytes).toBe(same.reduce((sum, { c }) => sum + BigInt(c), 0n))
      expect(column.uncompressedBytes).toBe(same.reduce((sum, { u }) => sum + BigInt(u), 0n))
      expect(column.compressedBytes).toBeGreaterThan(0n)
    }
    expect(data.columns.map(({ name, ttl }) => [name, ttl])).toEqual([
      ['id', ''],
      ['at', ''],
      ['note', 'at + toIntervalYear(20)'],
    ])
    expect(data.volumes.map(({ name, tier, nodes }) => [name, tier, nodes.length])).toEqual([
      ['hot', 'hot', 4],
      ['cold', 'cold', 4],
    ])
    const spaces = await at.askAll<{ name: string; free: string }>(
      "SELECT name, toString(unreserved_space) AS free FROM system.disks WHERE type = 'Local'",
    )
    for (const { node, freeBytes } of data.volumes[0]?.freeBytesByNode ?? []) {
      // Both disks of the volume are on the node's file system: its space counts once.
      const own = spaces[at.stack.clickhouse.nodes.findIndex(({ name }) => name === node)] ?? []
      expect(own.length).toBeGreaterThan(1)
      expect(Number(freeBytes)).toBeLessThan(1.5 * Number(own[0]?.free))
    }
    expect(data.volumes[1]?.freeBytesByNode.every(({ freeBytes }) => freeBytes === null)).toBe(true)
    expect(data.total).toEqual(add(ordersOf(await sumParts(at))))
    expect(data.definitions).toHaveLength(1)
    expect(data.settings).toMatchObject({ storage_policy: 'tiered' })

    await at.ask('shard-2-replica-2', "ALTER TABLE shop.orders MODIFY COMMENT 'differs here'")
    const changed = await getTable(at.ctx, { ...orders(), fresh: true })
    expect(changed.data.definitions.map(({ nodes }) => nodes.length)).toEqual([3, 1])
    expect(changed.data.definitions[1]?.ddl).toContain('differs here')
  })

  test('partitions: every figure of every node', async () => {
    const sums = await sumParts(at)
    for (const table of ['orders', hostileTable]) {
      const { data } = partitionList.parse(await listPartitions(at.ctx, { ...orders(), table }))
      const ours = sums.filter((sum) => sum.table === table)
      expect(data.total).toBe(new Set(ours.map(({ partition }) => partition)).size)
      expect(data.totals).toMatchObject(add(ours))
      for (const partition of data.partitions) {
        const same = ours.filter((sum) => sum.partition === partition.partitionId)
        expect(partition).toMatchObject({
          ...add(same),
          hotBytes: addTiers(same).hot.bytes,
          coldBytes: addTiers(same).cold.bytes,
        })
        for (const share of partition.nodes) {
          const own = same.filter(({ node }) => node === share.node)
          const tiers = addTiers(own)
          const { parts, rows } = add(own)
          expect(share).toEqual({
            node: share.node,
            parts,
            rows,
            hotBytes: tiers.hot.bytes,
            coldBytes: tiers.cold.bytes,
            unknownBytes: 0n,
          })
        }
      }
    }
    const { data } = await listPartitions(at.ctx, { ...orders(), sort: 'oldest', limit: 2, offset: 1 })
    expect(data.timeLike).toBe(true)
    expect(data.partitions.map(({ period }) => period)).toEqual([
      { unit: 'month', year: 2024, month: 2, day: 1 },
      { unit: 'month', year: 2024, month: 3, day: 1 },
    ])
  })

  test('the map has the same partitions, packed', async () => {
    const { data } = partitionMap.parse(await getPartitionMap(at.ctx, orders()))
    const cells = unpackPartitionMap(data.packed)
    const list = await listPartitions(at.ctx, { ...orders(), sort: 'oldest' })
    expect(cells).toEqual(
      list.data.partitions.map((partition) => ({
        partitionId: partition.partitionId,
        partition: partition.partition,
        period: partition.period,
        moving: partition.moving,
        logicalRows: partition.logicalRows,
        sharedBytes: partition.sharedBytes,
        nodes: partition.nodes,
      })),
    )
    expect(cells).toHaveLength(6)
  })

  test('activity shows the moves that ended', async () => {
    await at.askAll('SYSTEM FLUSH LOGS')
    const { data } = tableActivity.parse(await getTableActivity(at.ctx, { ...orders(), limit: 1_000 }))
    const moved = await at.askAll<{ n: string }>(
      "SELECT count() AS n FROM system.part_log WHERE event_type = 'MovePart' AND table = 'orders'",
    )
    expect(data.recentMoves).toHaveLength(moved.flat().reduce((sum, { n }) => sum + Number(n), 0))
    expect(data).toMatchObject({ merges: [], mutations: [], runningMoves: [], tierMigrations: [] })
  })
})

describe('parts', () => {
  const page = async (input: Partial<ListPartsInput>) =>
    (await listParts(at.ctx, { ...orders(), ...input })).data

  test('by age and size each part of each node counts once, and a class lists what it counts', async () => {
    const { data } = partShapes.parse(await getPartShapes(at.ctx, orders()))
    const all = add(ordersOf(await sumParts(at)))
    expect(data.shapes).toHaveLength(partAges.length * partSizes.length)
    expect(data.shapes.reduce((sum, { parts }) => sum + parts, 0n)).toBe(all.parts)
    expect(data.shapes.reduce((sum, { bytes }) => sum + bytes, 0n)).toBe(all.bytes)
    for (const [index, size] of partSizes.entries()) {
      const { total } = await page({
        ...(size.minBytes === null ? {} : { minBytes: size.minBytes }),
        ...(size.maxBytes === null ? {} : { maxBytes: size.maxBytes }),
      })
      const counted = data.shapes.filter((shape) => shape.size === index)
      expect(counted.reduce((sum, { parts }) => sum + parts, 0n)).toBe(total)
    }
  })

  test('paged in every order, each part of each node occurs exactly once and in order', async () => {
    const rows = await at.askAll<{ name: string }>(
      "SELECT name FROM system.parts WHERE active AND database = 'shop' AND table = 'orders'",
    )
    const expected = at.stack.clickhouse.nodes
      .flatMap(({ name }, index) => (rows[index] ?? []).map((row) => `${name} ${row.name}`))
      .sort()
    for (const sort of partSorts)
      for (const direction of ['asc', 'desc'] as const) {
        const seen = []
        for (let offset = 0; offset < expected.length; offset += 13)
          seen.push(...(await page({ sort, direction, offset, limit: 13 })).parts)
        expect(seen.map(({ node, name }) => `${node} ${name}`).sort()).toEqual(expected)
        const values = seen.map(
          ({ bytes, rows: count, level, modifiedAt, name, partitionId }) =>
            ({
              bytes,
              rows: count,
              level,
              modified: modifiedAt.getTime(),
              name,
              partition: partitionId,
            })[sort],
        )
        const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
        expect(values).toEqual(direction === 'asc' ? sorted : sorted.reverse())
      }
  })

  test('filters agree with the same query on every server', async () => {
    const count = async (where: string) => {
      const rows = await at.askAll<{ n: string }>(
        `SELECT count() AS n FROM system.parts WHERE database = 'shop' AND table = 'orders' AND ${where}`,
      )
      return rows.flat().reduce((sum, { n }) => sum + BigInt(n), 0n)
    }
    const total = async (input: Partial<ListPartsInput>) =>
      partList.parse(await listParts(at.ctx, { ...orders(), ...input })).data.total
    expect(await total({ tier: 'cold' })).toBe(await count("active AND disk_name LIKE 'cold%'"))
    // The store under the cache is the same storage, whichever name parts have.
    expect(await total({ disk: 'cold' })).toBe(await count("active AND disk_name LIKE 'cold%'"))
    expect(await total({ disk: 'cold', tier: 'hot' })).toBe(0n)
    expect(await total({ partitionId: '202404' })).toBe(await count("active AND partition_id = '202404'"))
    expect(await total({ node: 'shard-2-replica-2' })).toBe(
      BigInt(
        (await at.ask('shard-2-replica-2', "SELECT name FROM system.parts WHERE active AND table = 'orders'"))
          .length,
      ),
    )
    expect(await total({ minBytes: 1_000n, maxBytes: 2_000n })).toBe(
      await count('active AND bytes_on_disk BETWEEN 1000 AND 2000'),
    )
    expect(await total({ active: 'all' })).toBe(await count('1'))
    expect(await total({ minAgeSeconds: 86_400 })).toBe(0n)
    expect(await total({ search: "'; DROP" })).toBe(0n)
  })

  test('an unknown name is not found', async () => {
    await expect(listParts(at.ctx, { ...orders(), table: 'none' })).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(listParts(at.ctx, { ...orders(), node: 'none' })).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(listTables(at.ctx, { cluster: 'none' })).rejects.toMatchObject({ code: 'not_found' })
  })
})
