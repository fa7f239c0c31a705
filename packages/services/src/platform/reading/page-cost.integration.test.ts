import { nodeIdentity, QueryFailedError, queryTogether, tableIdentity } from '@frostline/clickhouse'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCaches } from '../../cache/index.ts'
import { listInsertQueues } from '../../loads/insert-queue/index.ts'
import { listAdvice } from '../../placement/advice/index.ts'
import { listFleet } from '../../placement/fleet/index.ts'
import { explainMoves } from '../../placement/move-explain/index.ts'
import { getOverview } from '../../placement/overview/index.ts'
import {
  getPartitionMap,
  getTable,
  getTableActivity,
  listPartitions,
  listParts,
  listTables,
} from '../../placement/table/index.ts'
import { getTablePolicy } from '../../placement/table-policy/index.ts'
import { getTableTtl } from '../../placement/ttl/index.ts'
import { getTableReplication, listReplicaDifferences, listReplication } from '../../replication/index.ts'
import { getStorage } from '../../storage/index.ts'
import { getCosts } from '../cost/index.ts'
import { listLive } from '../live/index.ts'
import { getNode, listNodes } from '../node/index.ts'
import { getNodeStartUp, listStartUp } from '../start-up/index.ts'
import { createTogether } from './ask-together.ts'
import { fillShop } from './testing/fill-shop.ts'
import { startConsole, type TestConsole } from './testing/start-console.ts'

let at: TestConsole

beforeAll(async () => {
  at = await startConsole({ shards: 2, replicasPerShard: 1, embeddedOnly: true })
  await fillShop(at)
})
afterAll(() => at?.stop())

/** Statements of the console that each node ran meanwhile, from the nodes' own logs. */
async function countStatements(act: () => Promise<unknown>): Promise<string[][]> {
  const now = () => at.askAll<{ now: string }>('SELECT toString(now64(6)) AS now')
  const from = await now()
  await act()
  const to = await now()
  await at.askAll('SYSTEM FLUSH LOGS')
  return Promise.all(
    at.stack.clickhouse.nodes.map(async ({ name }, index) => {
      const rows = await at.ask<{ log_comment: string }>(
        name,
        `SELECT log_comment FROM system.query_log WHERE type IN ('QueryStart', 'ExceptionBeforeStart') AND log_comment LIKE '_frostline/%'
         AND event_time_microseconds BETWEEN '${from[index]?.[0]?.now}' AND '${to[index]?.[0]?.now}'`,
      )
      return rows.map(({ log_comment }) => log_comment)
    }),
  )
}

/** What each page reads on refresh, a table's header together with its tab. */
const pages: [page: string, read: (fresh: boolean) => Promise<unknown>[]][] = [
  ['replication', (fresh) => [listReplication(at.ctx, { cluster: at.cluster, fresh })]],
  [
    'replication of a table',
    (fresh) => [getTableReplication(at.ctx, orders(fresh)), getTable(at.ctx, orders(fresh))],
  ],
  ['differences of replicas', (fresh) => [listReplicaDifferences(at.ctx, orders(fresh))]],
  ['overview', (fresh) => [getOverview(at.ctx, { cluster: at.cluster, fresh })]],
  [
    'overview with advice',
    (fresh) => [
      getOverview(at.ctx, { cluster: at.cluster, fresh }),
      listAdvice(at.ctx, { cluster: at.cluster, fresh }),
    ],
  ],
  ['nodes', (fresh) => [listNodes(at.ctx, { cluster: at.cluster, fresh })]],
  ['fleet', (fresh) => [listFleet(at.ctx, { fresh })]],
  ['tables', (fresh) => [listTables(at.ctx, { cluster: at.cluster, fresh })]],
  ['storage', (fresh) => [getStorage(at.ctx, { cluster: at.cluster, fresh })]],
  ['caches', (fresh) => [getCaches(at.ctx, { cluster: at.cluster, fresh })]],
  ['costs', (fresh) => [getCosts(at.ctx, { cluster: at.cluster, fresh })]],
  ['start-up', (fresh) => [listStartUp(at.ctx, { cluster: at.cluster, fresh })]],
  ['insert queues', (fresh) => [listInsertQueues(at.ctx, { cluster: at.cluster, fresh })]],
  ['live', (fresh) => [listLive(at.ctx, { cluster: at.cluster, fresh })]],
  ['node', (fresh) => [getNode(at.ctx, { ...node(), fresh })]],
  ['start-up of a node', (fresh) => [getNodeStartUp(at.ctx, { ...node(), fresh })]],
  ['partitions', (fresh) => [listPartitions(at.ctx, orders(fresh)), getTable(at.ctx, orders(fresh))]],
  ['map', (fresh) => [getPartitionMap(at.ctx, orders(fresh)), getTable(at.ctx, orders(fresh))]],
  ['parts', (fresh) => [listParts(at.ctx, orders(fresh)), getTable(at.ctx, orders(fresh))]],
  ['activity', (fresh) => [getTableActivity(at.ctx, orders(fresh)), getTable(at.ctx, orders(fresh))]],
  ['TTL', (fresh) => [getTableTtl(at.ctx, orders(fresh)), getTable(at.ctx, orders(fresh))]],
  ['policy', (fresh) => [getTablePolicy(at.ctx, orders(fresh)), getTable(at.ctx, orders(fresh))]],
  ['moves explained', (fresh) => [explainMoves(at.ctx, orders(fresh)), getTable(at.ctx, orders(fresh))]],
]
const node = () => ({ cluster: at.cluster, node: 'shard-1-replica-1' })
const orders = (fresh: boolean) => ({ cluster: at.cluster, database: 'shop', table: 'orders', fresh })

test.each(pages)('%s: a refresh takes at most two statements per node', async (_page, read) => {
  // What a node does not offer is known after the first read.
  await Promise.all(read(true))
  const statements = await countStatements(() => Promise.all(read(true)))
  expect(statements.flat().length).toBeGreaterThan(0)
  for (const ofNode of statements) expect(ofNode.length, ofNode.join('\n')).toBeLessThanOrEqual(2)
})

test('no page adds to the errors that a node counts, even where it has no log yet', async () => {
  const bare = await startConsole({ shards: 1, embeddedOnly: true })
  try {
    const input = { cluster: bare.cluster, fresh: true }
    const read = () =>
      Promise.all([
        getOverview(bare.ctx, input),
        listAdvice(bare.ctx, input),
        listNodes(bare.ctx, input),
        getNode(bare.ctx, { ...input, node: 'shard-1-replica-1' }),
        getStorage(bare.ctx, input),
        listFleet(bare.ctx, { fresh: true }),
        getCaches(bare.ctx, input),
        getCosts(bare.ctx, input),
        listStartUp(bare.ctx, input),
      ])
    const errors = () => bare.askAll('SELECT value FROM system.errors WHERE code = 60')
    // It is created again with the next entry, some seconds later.
    await bare.askAll('DROP TABLE IF EXISTS system.part_log SYNC')
    const before = await errors()
    await read()
    expect(await errors()).toEqual(before)
    await bare.askAll('CREATE TABLE default.made (a UInt8) ENGINE = MergeTree ORDER BY a')
    await bare.askAll('INSERT INTO default.made SELECT 1')
    await bare.askAll('SYSTEM FLUSH LOGS')
    const [overview] = await read()
    expect(overview.data.nodesWithoutMoveLog).toEqual([])
  } finally {
    await bare.stop()
  }
})

test('a query that the server rejects fails no other, and is sent alone from then on', async () => {
  const [client] = (await at.ctx.clusters.get(at.cluster)).nodes.map((each) => each.client)
  if (!client) throw new Error('The cluster has no nodes.')
  const together = createTogether(client, () => performance.now())
  const absent = { ...tableIdentity, name: 'absent_log', render: () => 'SELECT * FROM system.absent_log' }
  const ask = () =>
    Promise.allSettled([
      together.ask(nodeIdentity, {}, 5_000),
      together.ask(absent, { database: 'shop', table: 'orders' }, 5_000),
      together.ask(tableIdentity, { database: 'shop', table: 'orders' }, 5_000),
    ])
  const first = await ask()
  expect(first.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  const [, refused] = first
  if (refused?.status !== 'rejected') throw new Error('It was not refused.')
  expect(refused.reason).toBeInstanceOf(QueryFailedError)
  expect(refused.reason).toMatchObject({
    query: 'absent_log',
    failure: { kind: 'refused', error: { code: 60 } },
  })
  const [statements = []] = await countStatements(ask)
  expect(statements.toSorted()).toEqual(['_frostline/absent_log', '_frostline/node_identity+table_identity'])
})

test('an unreachable node fails every query with the same reason and its own name', async () => {
  const [client] = (await at.ctx.clusters.get(at.cluster)).nodes.map((each) => each.client)
  if (!client) throw new Error('The cluster has no nodes.')
  const members = [
    { query: nodeIdentity, params: {} },
    { query: { ...nodeIdentity, name: 'slow', render: () => 'SELECT sleep(3)' }, params: {} },
  ]
  await expect(queryTogether(client, members, { timeoutMs: 200 })).rejects.toMatchObject({
    failure: { kind: 'unknown', timedOut: true },
  })
  const together = createTogether(client, () => performance.now())
  const answers = await Promise.allSettled(
    members.map(({ query, params }) => together.ask(query, params, 200)),
  )
  expect(answers).toMatchObject([
    { status: 'rejected', reason: { query: 'node_identity', failure: { timedOut: true } } },
    { status: 'rejected', reason: { query: 'slow', failure: { timedOut: true } } },
  ])
})
