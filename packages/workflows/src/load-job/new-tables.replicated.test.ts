import { randomUUID } from 'node:crypto'
import { createObjectStore, type ObjectStore } from '@frostline/object-store'
import {
  createLoadTable,
  createSource,
  ensureEmbeddedCluster,
  getLoad,
  type LoadDraft,
  observeLoadTable,
  previewLoad,
  previewLoadTable,
  startLoad,
} from '@frostline/services'
import { openReplicatedLab, type ReplicatedLab } from '@frostline/services/testing'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { driveOnce } from '../testing/drive-once.ts'
import { labDeps } from '../testing/lab-deps.ts'
import { loadWork } from './run-load-job.ts'

let lab: ReplicatedLab
let store: ObjectStore
let sourceId = ''
let bucket = ''
/** The same nodes with an account that has the grant CLUSTER. */
let admins = ''
const prefix = `new-tables-${randomUUID()}/`
const objects = 8
const rowsEach = 50

beforeAll(async () => {
  lab = await openReplicatedLab()
  const { store: access, nodes, clusterName, users } = lab.replicas
  if (!access) throw new Error('These tests need the store of the replicas.')
  bucket = access.bucket
  store = createObjectStore(access)
  const { id } = await createSource(lab.as('admin'), {
    ...{ name: 'Store', auth: 'keys', endpoint: access.endpoint, region: access.region, buckets: [bucket] },
    ...{ accessKeyId: access.accessKeyId, secretAccessKey: access.secretAccessKey },
  })
  sourceId = id
  for (let part = 0; part < objects; part++) {
    const lines = Array.from(
      { length: rowsEach },
      (_, row) => `2024-0${1 + (part % 3)}-15,${part * rowsEach + row}`,
    )
    await store.put(bucket, `${prefix}${part}.csv`, `day,id\n${lines.join('\n')}\n`)
  }
  await ensureEmbeddedCluster(lab.ctx, {
    name: 'Admins',
    clusterName,
    nodes: nodes.map(({ name, shard, replica, httpUrl }) => ({ name, shard, replica, url: httpUrl })),
    ...users.admin,
  })
  admins = (await lab.db.cluster.findFirstOrThrow({ where: { name: 'Admins' } })).slug
})
afterAll(async () => {
  for await (const page of store.list(bucket, { prefix }))
    for (const { key } of page.objects) await store.delete(bucket, key)
  store.close()
  await lab?.close()
})
beforeEach((context) => lab.need(context, '2-shards-of-2'))

const wanted = (table: string, database = lab.database) => ({
  ...({ database, table, engine: 'MergeTree', orderBy: 'id', partitionBy: 'toYYYYMM(day)' } as const),
  columns: [
    { name: 'day', type: 'Date' },
    { name: 'id', type: 'UInt64' },
  ],
  storagePolicy: 'tiered',
  cluster: lab.replicas.clusterName,
  shardingKey: 'cityHash64(id)',
})

/** A load by s3Cluster over all replicas. */
const draft = (table: string, database = lab.database): LoadDraft => ({
  cluster: lab.cluster,
  source: { id: sourceId, bucket, selection: { kind: 'glob', glob: `${prefix}*.csv` } },
  read: {
    ...{ format: 'CSVWithNames', compression: 'none' },
    columns: [
      { name: 'day', type: 'Date' },
      { name: 'id', type: 'UInt64' },
    ],
  },
  target: { database, table },
  mapping: ['day', 'id'].map((column) => ({ column, expression: column })),
  strategy: 'cluster',
})

/** Driven to its end in this process. */
async function load(table: string, database = lab.database) {
  const { id } = await startLoad(lab.as('operator'), draft(table, database))
  const deps = { ...labDeps(lab), sourceAddresses: lab.ctx.sourceAddresses }
  await driveOnce(deps, loadWork, id)
  return getLoad(lab.as('viewer'), { id })
}

interface LocalTable {
  uuid: string
  engine: string
  path: string
  replica: string
}

/** Of each node, in their order. Undefined where it has none. */
async function localTables(table: string, database = lab.database): Promise<(LocalTable | undefined)[]> {
  const found = await lab.askAll<LocalTable>(
    `SELECT toString(t.uuid) AS uuid, t.engine AS engine, r.zookeeper_path AS path, r.replica_name AS replica
     FROM system.tables AS t LEFT JOIN system.replicas AS r ON r.database = t.database AND r.table = t.name
     WHERE t.database = '${database}' AND t.name = '${table}_local'`,
  )
  return found.map(([row]) => row)
}

/** Rows through the Distributed table, and how many of them are different. */
async function rowsOf(table: string, database = lab.database): Promise<unknown> {
  const [counts] = await lab.ask(
    lab.names[0] ?? '',
    `SELECT toUInt32(count()) AS rows, toUInt32(uniqExact(id)) AS ids FROM ${database}.${table}`,
  )
  return counts
}
const everything = { rows: objects * rowsEach, ids: objects * rowsEach }

it('makes a replicated table node by node, with one UUID, where the preview says, and loads it once', async () => {
  const asked = { cluster: lab.cluster, wanted: wanted('by_node') }
  const plan = await previewLoadTable(lab.as('operator'), asked)
  expect(plan).toMatchObject({ faults: [], replicated: true, way: 'each-node', away: [] })
  expect(plan.statements).toHaveLength(2 * lab.names.length)
  expect(plan.statements[0]?.sql).toMatch(/UUID '[-0-9a-f]{36}'[\s\S]*ENGINE = ReplicatedMergeTree\n/)
  expect(plan.statements[1]?.sql).toMatch(/ENGINE = Distributed\(/)
  // The account of the console may not queue distributed DDL.
  expect(plan.ways).toMatchObject([
    { way: 'each-node', possible: true },
    { way: 'on-cluster', possible: false, reason: expect.stringContaining('GRANT CLUSTER ON *.*') },
  ])
  const report = await createLoadTable(lab.as('operator'), { ...asked, uuid: plan.uuid ?? undefined })
  expect(report, JSON.stringify(report)).toMatchObject({ complete: true })
  expect(await localTables('by_node')).toEqual(
    plan.replicas.map(({ path, replica }) => ({
      ...{ uuid: plan.uuid, engine: 'ReplicatedMergeTree', path, replica },
    })),
  )
  expect(new Set(plan.replicas.map(({ path }) => path)).size).toBe(2)
  expect(await load('by_node')).toMatchObject({ status: 'completed', rowsAfter: BigInt(objects * rowsEach) })
  await lab.waitForEqualReplicas('by_node_local')
  expect(await rowsOf('by_node')).toEqual(everything)
})

it('stages on the replica that is least behind, and says why', async () => {
  await createLoadTable(lab.as('operator'), { cluster: lab.cluster, wanted: wanted('behind') })
  const [first = '', second = ''] = lab.names
  await lab.stopFetches(first, 'behind_local')
  await lab.ask(second, `INSERT INTO ${lab.database}.behind_local VALUES ('2024-01-01', 100000)`)
  const queued = `SELECT inserts_in_queue AS n FROM system.replicas WHERE database = '${lab.database}' AND table = 'behind_local'`
  await expect.poll(() => lab.ask(first, queued)).toMatchObject([{ n: 1 }])
  const plan = await previewLoad(lab.as('operator'), { ...draft('behind'), strategy: 'split' })
  expect(plan.landingNodes[0]).toBe(second)
  expect(plan.checks.find(({ id }) => id === 'staging-replica')).toMatchObject({
    text: `Rows of shard 1 are staged on ${second}: ${first} has more parts to fetch (1, ${second} 0).`,
  })
  await lab.startFetches(first, 'behind_local')
})

it('gives a node that has lost the table the UUID of the others', async () => {
  const asked = { cluster: lab.cluster, wanted: wanted('again') }
  await createLoadTable(lab.as('operator'), asked)
  const [before] = await localTables('again')
  await lab.ask(lab.names[1] ?? '', `DROP TABLE ${lab.database}.again_local SYNC`)
  const plan = await previewLoadTable(lab.as('operator'), { ...asked, uuid: randomUUID() })
  expect(plan.uuid).toBe(before?.uuid)
  expect(await createLoadTable(lab.as('operator'), asked)).toMatchObject({ complete: true })
  expect(new Set((await localTables('again')).map((table) => table?.uuid))).toEqual(new Set([before?.uuid]))
})

it('goes once through a Replicated database, which carries it to all replicas, and loads it once', async (test) => {
  await lab.need(test, 'replicated-database')
  const database = `${lab.database}_r`
  await lab.askAll(
    `CREATE DATABASE ${database} ENGINE = Replicated('/clickhouse/databases/${database}', '{shard}', '{replica}')`,
  )
  try {
    const asked = { cluster: lab.cluster, wanted: wanted('carried', database) }
    const plan = await previewLoadTable(lab.as('operator'), asked)
    expect(plan).toMatchObject({ faults: [], way: 'database', replicated: true, uuid: null })
    expect(plan.statements.map(({ node }) => node)).toEqual([lab.names[0], lab.names[0]])
    const report = await createLoadTable(lab.as('operator'), asked)
    expect(report, JSON.stringify(report)).toMatchObject({ complete: true })
    const made = await localTables('carried', database)
    expect(made.map((table) => table?.engine)).toEqual(lab.names.map(() => 'ReplicatedMergeTree'))
    expect(new Set(made.map((table) => table?.uuid)).size).toBe(1)
    expect(await load('carried', database)).toMatchObject({ status: 'completed' })
    await expect.poll(() => rowsOf('carried', database)).toEqual(everything)
    expect(
      await lab.askAll(
        `SELECT name FROM system.tables WHERE database = '${database}' AND name LIKE 'frostline%'`,
      ),
    ).toEqual(lab.names.map(() => []))
  } finally {
    await lab.askAll(`DROP DATABASE ${database} SYNC`)
  }
})

it('queues it ON CLUSTER, says which node is missing, and that node has it when it is back', async (test) => {
  await lab.need(test, 'on-cluster', 'kills')
  const asked = { cluster: admins, wanted: { ...wanted('queued'), sentBy: 'on-cluster' as const } }
  const lost = lab.names.at(-1) ?? ''
  await lab.kill(lost)
  const plan = await previewLoadTable(lab.as('operator'), asked)
  expect(plan).toMatchObject({ faults: [], way: 'on-cluster', away: [lost] })
  expect(plan.statements.map(({ sql }) => sql)).toEqual([
    expect.stringContaining(`ON CLUSTER \`${lab.replicas.clusterName}\``),
    expect.stringContaining(`ON CLUSTER \`${lab.replicas.clusterName}\``),
  ])
  const report = await createLoadTable(lab.as('operator'), { ...asked, uuid: plan.uuid ?? undefined })
  expect(report.complete).toBe(false)
  expect(report.nodes.map(({ node, state }) => [node, state])).toEqual(
    lab.names.map((node) => [node, node === lost ? 'waiting' : 'done']),
  )
  expect(report.nodes.at(-1)?.message).toMatch(/does not answer.*query-\d+ is Inactive on .*:\d+/)
  const look = () => observeLoadTable(lab.as('operator'), { ...asked, uuid: plan.uuid ?? undefined })
  expect((await look()).nodes.at(-1)).toMatchObject({
    ...{ node: lost, state: 'waiting' },
    message: `${lost} does not answer. The statement is queued. The node runs it when it can.`,
  })
  await lab.start(lost)
  await expect.poll(async () => (await look()).complete).toBe(true)
  expect((await localTables('queued')).at(-1)?.uuid).toBe(plan.uuid)
  expect(new Set((await localTables('queued')).map((table) => table?.uuid)).size).toBe(1)
})

it('makes it node by node without one that is away, and says what is left to do for that', async (test) => {
  await lab.need(test, 'kills')
  const lost = lab.names.at(-1) ?? ''
  await lab.kill(lost)
  const asked = { cluster: lab.cluster, wanted: wanted('later') }
  const { uuid } = await previewLoadTable(lab.as('operator'), asked)
  const chosen = { ...asked, uuid: uuid ?? undefined }
  const report = await createLoadTable(lab.as('operator'), chosen)
  expect(report.nodes.map(({ state }) => state)).toEqual(['done', 'done', 'done', 'waiting'])
  expect(report.nodes.at(-1)?.message).toBe(
    `${lost} does not answer. Create the table again when it is back: what is there stays as it is.`,
  )
  await lab.start(lost)
  expect((await observeLoadTable(lab.as('operator'), chosen)).nodes.at(-1)?.message).toContain(
    'does not have the table yet',
  )
  expect(await createLoadTable(lab.as('operator'), asked)).toMatchObject({ complete: true })
  expect(new Set((await localTables('later')).map((table) => table?.uuid))).toEqual(new Set([uuid]))
})
