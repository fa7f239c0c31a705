import { explainSetting } from '@frostline/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getNode, listNodes, nodeDetail, nodeList } from '../node/index.ts'
import { getOverview, overview } from '../overview/index.ts'
import { getStorage, storageView } from '../storage/index.ts'
import {
  getTable,
  getTableActivity,
  type ListPartsInput,
  listPartitions,
  listParts,
  listTables,
  partitionList,
  partList,
  partSorts,
  tableActivity,
  tableDetail,
  tableList,
} from '../table/index.ts'
import { fillShop, hostileTable } from './testing/fill-shop.ts'
import { startConsole, type TestConsole } from './testing/start-console.ts'

let at: TestConsole

beforeAll(async () => {
  at = await startConsole({ shards: 2, replicasPerShard: 2, embeddedOnly: true })
  await fillShop(at)
})
afterAll(() => at?.stop())

interface Sums {
  node: string
  table: string
  disk: string
  partition: string
  parts: bigint
  rows: bigint
  bytes: bigint
}

/** What an administrator sees of the parts of our tables, past the product. */
async function sumParts(): Promise<Sums[]> {
  const rows = await at.askAll<Record<'table' | 'disk_name' | 'partition_id' | 'parts' | 'r' | 'b', string>>(
    `SELECT table, disk_name, partition_id, count() AS parts, sum(rows) AS r, sum(bytes_on_disk) AS b
     FROM system.parts WHERE active AND database = 'shop' GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  )
  return at.stack.clickhouse.nodes.flatMap(({ name }, index) =>
    (rows[index] ?? []).map((row) => ({
      node: name,
      table: row.table,
      disk: row.disk_name,
      partition: row.partition_id,
      parts: BigInt(row.parts),
      rows: BigInt(row.r),
      bytes: BigInt(row.b),
    })),
  )
}

function add(sums: readonly Sums[]) {
  return {
    parts: sums.reduce((sum, { parts }) => sum + parts, 0n),
    rows: sums.reduce((sum, { rows }) => sum + rows, 0n),
    bytes: sums.reduce((sum, { bytes }) => sum + bytes, 0n),
  }
}

const isCold = ({ disk }: Sums) => disk.startsWith('cold')

function addTiers(sums: readonly Sums[]) {
  return {
    hot: add(sums.filter((sum) => !isCold(sum))),
    cold: add(sums.filter(isCold)),
    unknown: { parts: 0n, rows: 0n, bytes: 0n },
  }
}

const ordersOf = (sums: readonly Sums[]) => sums.filter(({ table }) => table === 'orders')
const orders = () => ({ cluster: at.cluster, database: 'shop', table: 'orders' })

describe('overview', () => {
  test('its sums are those of system.parts, and replicas are told from data', async () => {
    const sums = await sumParts()
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
    const bytesOn = (node: string) => add(ordersOf(sums).filter((sum) => sum.node === node)).bytes
    expect(ours.find(({ table }) => table === 'orders')?.logicalBytes).toBe(
      bytesOn('shard-1-replica-1') + bytesOn('shard-2-replica-1'),
    )
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

  test('ten pages at once cost each node one question', async () => {
    await new Promise((resolve) => setTimeout(resolve, 3_100))
    const count = async () => {
      await at.askAll('SYSTEM FLUSH LOGS')
      const rows = await at.askAll<{ n: string }>(
        "SELECT count() AS n FROM system.query_log WHERE type = 'QueryFinish' AND log_comment = '_frostline/table_disk_sizes'",
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

describe('tables', () => {
  const list = (input: object = {}) => listTables(at.ctx, { cluster: at.cluster, database: 'shop', ...input })

  test('each once, with sums over nodes and where it is', async () => {
    const sums = await sumParts()
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

  test('searched, filtered, sorted and paged before it leaves the server', async () => {
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
    expect(data.volumes[1]?.freeBytesByNode.every(({ freeBytes }) => freeBytes === null)).toBe(true)
    expect(data.total).toEqual(add(ordersOf(await sumParts())))
    expect(data.definitions).toHaveLength(1)
    expect(data.settings).toMatchObject({ storage_policy: 'tiered' })

    await at.ask('shard-2-replica-2', "ALTER TABLE shop.orders MODIFY COMMENT 'differs here'")
    const changed = await getTable(at.ctx, { ...orders(), fresh: true })
    expect(changed.data.definitions.map(({ nodes }) => nodes.length)).toEqual([3, 1])
    expect(changed.data.definitions[1]?.ddl).toContain('differs here')
  })

  test('partitions: every figure of every node', async () => {
    const sums = await sumParts()
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

  test('activity tells the moves that ended', async () => {
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

  test('paged in every order, each part of each node comes exactly once and in order', async () => {
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

  test('filters agree with the same question put to every server', async () => {
    const count = async (where: string) => {
      const rows = await at.askAll<{ n: string }>(
        `SELECT count() AS n FROM system.parts WHERE database = 'shop' AND table = 'orders' AND ${where}`,
      )
      return rows.flat().reduce((sum, { n }) => sum + BigInt(n), 0n)
    }
    const total = async (input: Partial<ListPartsInput>) =>
      partList.parse(await listParts(at.ctx, { ...orders(), ...input })).data.total
    expect(await total({ tier: 'cold' })).toBe(await count("active AND disk_name LIKE 'cold%'"))
    // The store under the cache is the same storage, whichever of the two names parts carry.
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

  test('a name that nobody has is not found', async () => {
    await expect(listParts(at.ctx, { ...orders(), table: 'none' })).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(listParts(at.ctx, { ...orders(), node: 'none' })).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(getOverview(at.ctx, { cluster: 'none' })).rejects.toMatchObject({ code: 'not_found' })
  })
})

test('storage: policies, who uses them, and what each setting means', async () => {
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
  const cache = data.byNode[0]?.storage?.disks.find(({ name }) => name === 'cold_cache')
  expect(cache).toMatchObject({ tier: 'cold', cacheOver: ['cold'], totalBytes: null })
  const sums = (await sumParts()).filter(
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
  // Each question is asked once though two parts of the page need it.
  expect(one.queries.filter(({ name }) => name === 'list_disks')).toHaveLength(1)
})

describe('a node is killed', () => {
  const dead = 'shard-2-replica-1'
  beforeAll(async () => {
    await at.stack.embedded.clickhouse.nodes.find(({ name }) => name === dead)?.kill()
  })

  test('it is shown as unreachable, and every sum says that it is not whole', async () => {
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

  test('tables and partitions go on with the others', async () => {
    const table = await getTable(at.ctx, { ...orders(), fresh: true })
    expect(table.data.coverage.missingNodes).toEqual([dead])
    expect(table.data.absentFrom).toEqual([])
    expect(table.data.byNode.map(({ node }) => node)).not.toContain(dead)
    const partitions = await listPartitions(at.ctx, { ...orders(), fresh: true })
    expect(partitions.data.coverage.complete).toBe(false)
    expect(partitions.data.partitions.every(({ nodes }) => nodes.every(({ node }) => node !== dead))).toBe(
      true,
    )
    const list = await listTables(at.ctx, { cluster: at.cluster, fresh: true, database: 'shop' })
    expect(list.data.coverage.missingNodes).toEqual([dead])
    expect(list.data.tables.every(({ absentFrom }) => !absentFrom.includes(dead))).toBe(true)
  })

  test('asked for alone, it is no empty list', async () => {
    const one = nodeDetail.parse(await getNode(at.ctx, { cluster: at.cluster, node: dead, fresh: true }))
    expect(one.data).toMatchObject({ state: 'unreachable', figures: null, more: null })
    await expect(listParts(at.ctx, { ...orders(), node: dead })).rejects.toMatchObject({
      code: 'unreachable',
    })
    // Not "not found": nobody could look there.
    await expect(getTable(at.ctx, { ...orders(), table: 'gone' })).rejects.toThrow(`Not looked at: ${dead}`)
  })

  test('back again, it is whole again', async () => {
    await at.stack.embedded.clickhouse.nodes.find(({ name }) => name === dead)?.start()
    const { data } = await getOverview(at.ctx, { cluster: at.cluster, fresh: true, topTables: 100 })
    expect(data.coverage.complete).toBe(true)
    const table = data.biggestTables.find((found) => found.table === 'orders')
    expect(table?.tiers).toEqual(addTiers(ordersOf(await sumParts())))
  })
})
