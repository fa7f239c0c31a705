import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { queryNode } from '../clickhouse/query-node.ts'
import { openReplicas, type Replicas } from '../testing/replicas.ts'
import { seedDemo } from './seed-demo.ts'

let replicas: Replicas
const ask = <Row>(node: Replicas['nodes'][number], sql: string) =>
  queryNode<Row>(node.httpUrl, replicas.users.admin, sql)
const dropAll = () =>
  Promise.all(replicas.nodes.map((node) => ask(node, 'DROP DATABASE IF EXISTS demo SYNC')))

beforeAll(async () => {
  replicas = await openReplicas()
  if (replicas.parts) await dropAll()
})
beforeEach((context) => {
  // Its database has a fixed name, which may be in use on a given cluster.
  if (replicas.parts) return
  const note = 'The replicas are given, and it drops the database demo.'
  console.info(`Not tested: ${context.task.name}. ${note}`)
  context.skip(note)
})
afterAll(async () => {
  if (replicas.parts) await dropAll()
})

it('fills replicated tables once per shard, with the old months on S3 on every replica', async () => {
  const { store, clusterName, nodes, users } = replicas
  if (!store) throw new Error('The demo needs the store of the replicas.')
  const options = {
    cluster: { clusterName, nodes, users },
    source: { ...store, keyPrefix: 'demo-test' },
    ...{ replicated: true, tripsPerShard: 2_000 },
  }
  expect(await seedDemo(options)).toBe(true)
  const found = await Promise.all(
    nodes.map((node) =>
      ask<{ engines: string[]; rows: string; hash: string; cold: number }>(
        node,
        `SELECT (SELECT groupUniqArray(engine) FROM system.tables WHERE database = 'demo' AND engine != 'Distributed') AS engines,
           count() AS rows, sum(cityHash64(*)) AS hash,
           (SELECT uniqExact(partition_id)::UInt32 FROM system.parts WHERE active AND database = 'demo' AND table = 'trips_local' AND disk_name LIKE 'cold%') AS cold
         FROM demo.trips_local`,
      ),
    ),
  )
  for (const [index, [row]] of found.entries()) {
    expect(row?.engines.toSorted()).toEqual(['ReplicatedMergeTree', 'ReplicatedSummingMergeTree'])
    expect(row?.rows).toBe('2200')
    expect(row?.cold).toBeGreaterThan(20)
    const sibling = nodes.findIndex(({ shard }) => shard === nodes[index]?.shard)
    expect(row).toEqual(found[sibling]?.[0])
  }
  expect(await seedDemo(options)).toBe(false)
})
