import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getOverview } from '../../placement/overview/index.ts'
import { getTable, listPartitions, listTables } from '../../placement/table/index.ts'
import { forecastTableTtl } from '../../placement/ttl/index.ts'
import { getStorage } from '../../storage/index.ts'
import { openReplicatedLab, type ReplicatedLab } from '../../testing.ts'
import { type ClusterDirectory, createClusterDirectory } from '../cluster/cluster-directory.ts'
import { getCosts } from '../cost/index.ts'

let lab: ReplicatedLab
/** Names of the nodes by shard. */
let shards: string[][]

beforeAll(async () => {
  lab = await openReplicatedLab()
  const { nodes } = lab.replicas
  shards = [...new Set(nodes.map(({ shard }) => shard))].map((shard) =>
    nodes.flatMap((node) => (node.shard === shard ? node.name : [])),
  )
})
afterAll(async () => {
  await Promise.all(opened.map((directory) => directory.close()))
  await lab?.close()
})
beforeEach((context) => lab.need(context, '2-shards-of-2'))

const events = { columns: 'day Date, id UInt64', partitionBy: 'toYYYYMM(day)', orderBy: 'id' }
const first = (shard: number) => shards[shard - 1]?.[0] ?? ''
const second = (shard: number) => shards[shard - 1]?.[1] ?? ''

/** The directory of a console that has just started and has read nothing yet. */
function openDirectory(): ClusterDirectory {
  const directory = createClusterDirectory({ db: lab.db, secretKey: lab.secretKey })
  opened.push(directory)
  return directory
}
const opened: ClusterDirectory[] = []

/** Rows of three months with unique ids. */
let nextId = 0
async function insert(node: string, table: string, rows: number): Promise<void> {
  await lab.ask(
    node,
    `INSERT INTO ${lab.database}.${table} SELECT toDate('2026-01-15') + INTERVAL number % 3 MONTH, number + ${nextId} FROM numbers(${rows})`,
  )
  nextId += rows
}

/** Two shards with different rows, equal on the replicas of each. */
async function createFilled(table: string, policy = 'tiered'): Promise<void> {
  await lab.createTable(table, { ...events, policy })
  await insert(first(1), table, 3000)
  await insert(first(2), table, 1200)
  await lab.waitForEqualReplicas(table)
}

/** Counted by the servers themselves: every id on any reachable node, once. */
async function countIds(table: string, node = first(1)): Promise<bigint> {
  const [row] = await lab.ask<{ ids: string }>(
    node,
    `SELECT uniqExact(id) AS ids FROM clusterAllReplicas('${lab.replicas.clusterName}', ${lab.database}.${table})
     SETTINGS skip_unavailable_shards = 1`,
  )
  return BigInt(row?.ids ?? -1)
}

async function readPages(table: string, ctx = lab.ctx) {
  const at = { cluster: lab.cluster, database: lab.database, table, fresh: true }
  const [overview, list, detail, partitions, costs] = await Promise.all([
    getOverview(ctx, { cluster: lab.cluster, fresh: true, topTables: 100 }),
    listTables(ctx, { cluster: lab.cluster, database: lab.database, search: `.${table}`, fresh: true }),
    getTable(ctx, at),
    listPartitions(ctx, at),
    getCosts(ctx, { cluster: lab.cluster, fresh: true, search: `${lab.database}.${table}` }),
  ])
  const ours = overview.data.biggestTables.find(
    (each) => each.database === lab.database && each.table === table,
  )
  const listed = list.data.tables[0]
  if (!ours || !listed) throw new Error(`The console does not list ${table}.`)
  return { overview: ours, list: listed, detail: detail.data, partitions: partitions.data, costs: costs.data }
}

type Pages = Awaited<ReturnType<typeof readPages>>

function logicalRows({ overview, list, detail, partitions }: Pages): (bigint | null | undefined)[] {
  return [overview.logical.rows, list.logical?.rows, detail.logical?.rows, partitions.totals.logicalRows]
}

describe('logical rows', () => {
  test('count once per shard on every page, and physical ones on every replica', async () => {
    await createFilled('equal')
    const ids = await countIds('equal')
    const pages = await readPages('equal')
    expect(logicalRows(pages)).toEqual(Array(4).fill(ids))
    expect(pages.partitions.partitions.map(({ logicalRows: rows }) => rows)).toEqual(Array(3).fill(ids / 3n))
    const physical = shards.reduce(
      (sum, nodes, index) => sum + BigInt(nodes.length) * (index === 0 ? 3000n : 1200n),
      0n,
    )
    expect(pages.detail.total?.rows).toBe(physical)
    expect(pages.partitions.totals.rows).toBe(physical)
    expect(pages.list.logical?.from).toEqual([
      { node: first(1), shard: 1 },
      { node: first(2), shard: 2 },
    ])
    const [columns] = await lab.ask<{ bytes: string }>(
      first(1),
      `SELECT sum(data_uncompressed_bytes) AS bytes FROM system.parts WHERE active AND database = '${lab.database}' AND table = 'equal'`,
    )
    const [others] = await lab.ask<{ bytes: string }>(
      first(2),
      `SELECT sum(data_uncompressed_bytes) AS bytes FROM system.parts WHERE active AND database = '${lab.database}' AND table = 'equal'`,
    )
    expect(pages.detail.logical?.uncompressedBytes).toBe(
      BigInt(columns?.bytes ?? 0) + BigInt(others?.bytes ?? 0),
    )
  })

  test('come from the replica with the most rows where another one lags', async () => {
    await createFilled('lagging')
    await lab.stopFetches(first(1), 'lagging')
    await insert(second(1), 'lagging', 300)
    const pages = await readPages('lagging')
    expect(logicalRows(pages)).toEqual(Array(4).fill(await countIds('lagging')))
    expect(pages.detail.logical?.from).toEqual([
      { node: second(1), shard: 1 },
      { node: first(2), shard: 2 },
    ])
    await lab.startFetches(first(1), 'lagging')
    await lab.waitForEqualReplicas('lagging')
  })

  test('of a partition are complete where two replicas lag behind each other', async () => {
    await createFilled('crossed')
    for (const node of [first(1), second(1)]) await lab.stopFetches(node, 'crossed')
    const database = lab.database
    await lab.ask(
      first(1),
      `INSERT INTO ${database}.crossed SELECT toDate('2026-01-15'), number + 5000000 FROM numbers(70)`,
    )
    await lab.ask(
      second(1),
      `INSERT INTO ${database}.crossed SELECT toDate('2026-02-15'), number + 6000000 FROM numbers(40)`,
    )
    const { partitions } = await readPages('crossed')
    const rows = partitions.partitions.map((each) => each.logicalRows)
    expect(rows.reduce<bigint>((sum, each) => sum + (each ?? 0n), 0n)).toBe(await countIds('crossed'))
    for (const node of [first(1), second(1)]) await lab.startFetches(node, 'crossed')
    await lab.waitForEqualReplicas('crossed')
  })

  test('are right for shards with different numbers of replicas, and for a table of one replica', async () => {
    await lab.createTable('uneven', { ...events, on: [first(1), second(1), second(2)] })
    await insert(second(1), 'uneven', 300)
    await insert(second(2), 'uneven', 90)
    await lab.waitForEqualReplicas('uneven')
    expect(logicalRows(await readPages('uneven'))).toEqual(Array(4).fill(390n))
    await lab.createTable('single', { ...events, on: [second(2)] })
    await insert(second(2), 'single', 30)
    const single = await readPages('single')
    expect(logicalRows(single)).toEqual(Array(4).fill(30n))
    expect(single.list.logical).toMatchObject({
      from: [{ node: second(2), shard: 2 }],
      lastSeen: [],
      unknown: [],
    })
  })

  test('count once where the replicas of one table are in all shards', async () => {
    for (const name of lab.names)
      await lab.ask(
        name,
        `CREATE TABLE ${lab.database}.rates (day Date, id UInt64)
         ENGINE = ReplicatedMergeTree('/clickhouse/tables/${lab.database}/rates', '{shard}-{replica}') PARTITION BY toYYYYMM(day) ORDER BY id`,
      )
    await insert(first(1), 'rates', 60)
    for (const name of lab.names) await lab.ask(name, `SYSTEM SYNC REPLICA ${lab.database}.rates`)
    expect(await countIds('rates')).toBe(60n)
    expect(logicalRows(await readPages('rates'))).toEqual(Array(4).fill(60n))
  })

  test('are those of every node where the table is not replicated', async () => {
    await lab.askAll(
      `CREATE TABLE ${lab.database}.plain (day Date, id UInt64) ENGINE = MergeTree PARTITION BY toYYYYMM(day) ORDER BY id`,
    )
    for (const name of lab.names) await insert(name, 'plain', 30)
    const pages = await readPages('plain')
    expect(await countIds('plain')).toBe(BigInt(30 * lab.names.length))
    expect(logicalRows(pages)).toEqual(Array(4).fill(BigInt(30 * lab.names.length)))
    expect(pages.list.logical?.from.map(({ node }) => node)).toEqual(lab.names)
  })
})

test('objects that replicas share count once on every page', async (test) => {
  await lab.need(test, 'zero-copy')
  await createFilled('shared', 'tiered_shared')
  const move = (node: string, month: string) =>
    lab.ask(node, `ALTER TABLE ${lab.database}.shared MOVE PARTITION ID '${month}' TO VOLUME 'cold'`)
  /** From the metadata of all nodes: every object once. */
  const readBucket = async () => {
    const objects = new Map<string, bigint>()
    for (const rows of await lab.askAll<{ remote_path: string; size: string }>(
      `SELECT remote_path, size FROM system.remote_data_paths WHERE disk_name = 'cold_shared' AND local_path LIKE
       (SELECT concat('%', toString(uuid), '%') FROM system.tables WHERE database = '${lab.database}' AND name = 'shared')`,
    ))
      for (const { remote_path, size } of rows) objects.set(remote_path, BigInt(size))
    return [...objects.values()].reduce((sum, size) => sum + size, 0n)
  }
  const expectOnce = async () => {
    const bucket = await readBucket()
    const { overview, list, detail, partitions, costs } = await readPages('shared')
    const cold = overview.tiers.cold.bytes
    // The few files of a part that system.parts does not count have some hundred bytes each.
    expect(Number(cold) / Number(bucket)).toBeGreaterThan(0.8)
    expect(Number(cold) / Number(bucket)).toBeLessThanOrEqual(1)
    expect([list.tiers?.cold.bytes, detail.tiers?.cold.bytes, partitions.totals.coldBytes]).toEqual(
      Array(3).fill(cold),
    )
    expect(costs.tables[0]?.coldBytes).toBe(cold)
    return { overview, list, detail, partitions, cold }
  }
  // Replicas may have different months there: together they are the bucket's content.
  await move(first(1), '202601')
  await move(second(1), '202602')
  expect((await expectOnce()).overview.sharedBytes).toBe(0n)
  for (const node of lab.names)
    for (const month of ['202601', '202602', '202603'])
      await move(node, month).catch((error: { code?: number }) => expect(error.code).toBe(479))
  const { overview, list, detail, partitions, cold } = await expectOnce()
  for (const figures of [overview, list, detail]) expect(figures.sharedBytes).toBe(cold)
  expect(partitions.partitions.reduce((sum, each) => sum + each.sharedBytes, 0n)).toBe(cold)
  // Each replica needs all of it.
  const needed = detail.byNode.reduce((sum, { tiers }) => sum + (tiers?.cold.bytes ?? 0n), 0n)
  expect(needed).toBe(2n * cold)
  const { data: forecast } = await forecastTableTtl(lab.ctx, {
    ...{ cluster: lab.cluster, database: lab.database, table: 'shared' },
  })
  expect(forecast.points[0]?.coldBytes).toBe(Number(cold))
  expect(forecast.logicalBytesPerDay).toBeCloseTo(forecast.bytesPerDay / 2)
  const { data: storage } = await getStorage(lab.ctx, { cluster: lab.cluster, fresh: true })
  for (const figure of ['stored', 'shared'] as const) {
    const bytes = storage.byNode.map((node) => {
      const disk = node.storage?.disks.find(({ name }) => name === 'cold_shared')
      return (figure === 'stored' ? disk?.stored.bytes : disk?.sharedBytes) ?? 0n
    })
    expect(bytes.reduce((sum, each) => sum + each, 0n)).toBe(2n * cold)
  }
  expect(logicalRows(await readPages('shared'))).toEqual(Array(4).fill(await countIds('shared')))
})

describe('while nodes are down', () => {
  test('figures stay, and say how they are known', async (test) => {
    await lab.need(test, 'kills')
    await createFilled('away')
    const ids = await countIds('away')
    const before = await readPages('away')
    expect(logicalRows(before)).toEqual(Array(4).fill(ids))
    // One replica: the other one has the figures.
    await lab.kill(first(1))
    const one = await readPages('away')
    expect(logicalRows(one)).toEqual(Array(4).fill(ids))
    expect(one.detail.logical).toMatchObject({ lastSeen: [], unknown: [] })
    expect(one.detail.logical?.from).toEqual([
      { node: second(1), shard: 1 },
      { node: first(2), shard: 2 },
    ])
    // The whole shard: its last known figures.
    await lab.kill(second(1))
    const gone = await readPages('away')
    expect(logicalRows(gone)).toEqual(Array(4).fill(ids))
    expect(gone.detail.logical?.lastSeen.map(({ node }) => node)).toEqual([first(1)])
    expect(gone.detail.logical?.lastSeen[0]?.at.getTime()).toBeLessThan(Date.now())
    expect(gone.detail.total?.rows).toBe(2n * 1200n)
    // Unknown for a console that has never read it, which is not zero.
    const unseen = await readPages('away', { ...lab.ctx, clusters: openDirectory() })
    expect(logicalRows(unseen)).toEqual(Array(4).fill(1200n))
    expect(unseen.detail.logical?.unknown).toEqual(shards[0])
    await lab.start(first(1))
    await lab.start(second(1))
    await lab.waitForEqualReplicas('away')
    expect(logicalRows(await readPages('away'))).toEqual(Array(4).fill(ids))
  })

  test('a table of a shard that was never read is unknown and not empty', async (test) => {
    await lab.need(test, 'kills')
    await lab.createTable('hidden', events)
    await insert(first(2), 'hidden', 30)
    await lab.waitForEqualReplicas('hidden')
    for (const node of shards[1] ?? []) await lab.kill(node)
    const clusters = openDirectory()
    const { data } = await listTables(
      { ...lab.ctx, clusters },
      { cluster: lab.cluster, database: lab.database, search: '.hidden', fresh: true },
    )
    expect(data.tables[0]?.logical).toMatchObject({ rows: null, bytes: null, unknown: shards[1] })
    expect(data.totals.logical.rows).toBeNull()
    for (const node of shards[1] ?? []) await lab.start(node)
  })
})
