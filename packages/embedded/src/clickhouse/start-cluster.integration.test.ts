import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestStack, type TestStack } from '../testing/start-test-stack.ts'
import { listKeys } from '../testing/test-object-store.ts'
import { queryNode, StatementError } from './query-node.ts'
import { type EmbeddedClickhouse, startClickhouseCluster } from './start-cluster.ts'

let stack: TestStack
let cluster: EmbeddedClickhouse

beforeAll(async () => {
  stack = await startTestStack({ shards: 2, replicasPerShard: 2, embeddedOnly: true })
  cluster = stack.embedded.clickhouse
})
afterAll(() => stack?.stop())

function nodeAt(index: number) {
  const node = cluster.nodes[index]
  if (!node) throw new Error(`The cluster has no node ${index}.`)
  return node
}

function ask<Row>(index: number, sql: string, user: 'admin' | 'frostline' = 'admin'): Promise<Row[]> {
  return queryNode<Row>(nodeAt(index).httpUrl, cluster.users[user], sql)
}

/** The ClickHouse error code of a statement; null when it succeeds. */
async function refusal(statement: Promise<unknown>): Promise<number | null> {
  try {
    await statement
    return null
  } catch (error) {
    if (error instanceof StatementError) return error.code
    throw error
  }
}

describe('topology', () => {
  test('every node knows its position, and a query runs on all of them as the user who sent it', async () => {
    const rows = await ask(
      3,
      `SELECT displayName() AS name, getMacro('shard') AS shard, getMacro('replica') AS replica,
              getMacro('cluster') AS cluster, currentUser() AS user
       FROM clusterAllReplicas('demo', system.one) ORDER BY name`,
      'admin',
    )
    const at = (shard: number, replica: number) => ({
      name: `shard-${shard}-replica-${replica}`,
      shard: String(shard),
      replica: String(replica),
      cluster: 'demo',
      user: 'admin',
    })
    expect(rows).toEqual([at(1, 1), at(1, 2), at(2, 1), at(2, 2)])
  })

  test('a Distributed table keeps replicas equal and shards apart', async () => {
    for (const index of [0, 1, 2, 3]) {
      await ask(index, 'CREATE TABLE default.n_local (n UInt64) ENGINE = MergeTree ORDER BY n')
    }
    await ask(
      0,
      "CREATE TABLE default.n AS default.n_local ENGINE = Distributed('demo', 'default', 'n_local', n)",
    )
    await ask(
      0,
      'INSERT INTO default.n SELECT number FROM numbers(1000) SETTINGS distributed_foreground_insert = 1',
    )
    const sums = await Promise.all(
      [0, 1, 2, 3].map((index) => ask(index, 'SELECT count() AS rows, sum(n) AS sum FROM default.n_local')),
    )
    expect(sums[0]).toEqual([{ rows: '500', sum: '249500' }])
    expect(sums[1]).toEqual(sums[0])
    expect(sums[2]).toEqual([{ rows: '500', sum: '250000' }])
    expect(sums[3]).toEqual(sums[2])
  })
})

describe('access', () => {
  test('a wrong password is rejected', async () => {
    const wrong = { username: 'frostline', password: 'wrong' }
    expect(await refusal(queryNode(nodeAt(0).httpUrl, wrong, 'SELECT 1'))).toBe(516)
  })

  test("the product's user may move, optimize and mutate, but not change accounts or columns", async () => {
    expect(await refusal(ask(0, 'SYSTEM STOP MOVES', 'frostline'))).toBeNull()
    expect(await refusal(ask(0, 'SYSTEM START MOVES', 'frostline'))).toBeNull()
    expect(await refusal(ask(0, "DESCRIBE FILESYSTEM CACHE 'cold_cache'", 'frostline'))).toBeNull()
    expect(await refusal(ask(0, 'ALTER TABLE default.n_local ADD COLUMN m UInt8', 'frostline'))).toBe(497)
    expect(await refusal(ask(0, 'TRUNCATE TABLE default.n_local', 'frostline'))).toBe(497)
    expect(await refusal(ask(0, 'CREATE USER somebody', 'frostline'))).toBe(497)
    expect(await refusal(ask(0, 'SYSTEM SHUTDOWN', 'frostline'))).toBe(497)
  })

  test('files with keys and passwords are readable by the owner only', async () => {
    const { configFile, dataDir } = nodeAt(0)
    for (const file of [
      configFile,
      join(dataDir, 'users.xml'),
      join(stack.dataDir, 'clickhouse/cluster.json'),
    ]) {
      expect((await stat(file)).mode & 0o777).toBe(0o600)
    }
    expect(await readFile(join(dataDir, 'users.xml'), 'utf8')).not.toContain(cluster.users.frostline.password)
  })
})

describe('tiers', () => {
  test('a moved part is under the prefix of its node, readable, and only there', async () => {
    const { keyPrefix } = stack.objectStore
    await ask(
      2,
      "CREATE TABLE default.t (n UInt64) ENGINE = MergeTree ORDER BY n SETTINGS storage_policy = 'tiered'",
    )
    await ask(2, 'INSERT INTO default.t SELECT number FROM numbers(10000)')
    expect(await listKeys(stack.objectStore, `${keyPrefix}/`)).toEqual([])
    await ask(2, "ALTER TABLE default.t MOVE PARTITION tuple() TO VOLUME 'cold'", 'frostline')
    expect(await ask(2, "SELECT disk_name FROM system.parts WHERE active AND table = 't'")).toEqual([
      { disk_name: 'cold_cache' },
    ])
    expect(await ask(2, 'SELECT sum(n) AS sum FROM default.t')).toEqual([{ sum: '49995000' }])
    const all = await listKeys(stack.objectStore, `${keyPrefix}/`)
    expect(all.length).toBeGreaterThan(5)
    expect(await listKeys(stack.objectStore, `${keyPrefix}/shard-2-replica-1/`)).toEqual(all)
    await ask(2, 'DROP TABLE default.t SYNC')
    expect(await listKeys(stack.objectStore, `${keyPrefix}/`)).toEqual([])
  })

  test('a table on the default policy can be extended to default_tiered', async () => {
    await ask(1, 'CREATE TABLE default.w (n UInt64) ENGINE = MergeTree ORDER BY n')
    expect(
      await refusal(ask(1, "ALTER TABLE default.w MODIFY SETTING storage_policy = 'tiered'", 'frostline')),
    ).toBe(36)
    await ask(1, "ALTER TABLE default.w MODIFY SETTING storage_policy = 'default_tiered'", 'frostline')
  })

  test('a burst of 503 from the store is retried, a store that is down fails in seconds', async () => {
    await ask(
      1,
      "CREATE TABLE default.b (n UInt64) ENGINE = MergeTree ORDER BY n SETTINGS storage_policy = 'tiered'",
    )
    await ask(1, 'INSERT INTO default.b SELECT number FROM numbers(1000)')
    await stack.embedded.store.inject({ operation: '*', status: 503, times: 2 })
    await ask(1, "ALTER TABLE default.b MOVE PARTITION tuple() TO VOLUME 'cold'")
    await ask(1, "SYSTEM DROP FILESYSTEM CACHE 'cold_cache'")
    await stack.embedded.store.kill()
    const from = performance.now()
    expect(await refusal(ask(1, 'SELECT sum(n) FROM default.b'))).toBe(499)
    expect(performance.now() - from).toBeLessThan(30_000)
    await stack.embedded.store.restart()
    expect(await ask(1, 'SELECT sum(n) AS sum FROM default.b')).toEqual([{ sum: '499500' }])
  })
})

describe('lifecycle', () => {
  test('data, logs and ports survive a restart and a kill -9', async () => {
    const node = nodeAt(0)
    const exits: boolean[] = []
    node.onExit(({ expected }) => exits.push(expected))
    await ask(
      0,
      'CREATE TABLE default.kept ENGINE = MergeTree ORDER BY n AS SELECT number AS n FROM numbers(7)',
    )
    await ask(0, 'SYSTEM FLUSH LOGS')
    const logged = "SELECT count() AS n FROM system.query_log WHERE query LIKE 'CREATE TABLE default.kept%'"
    const before = await ask<{ n: string }>(0, logged)
    expect(Number(before[0]?.n)).toBeGreaterThan(0)
    const { httpPort, tcpPort, pid } = node

    await node.restart()
    expect(node.pid).not.toBe(pid)
    await node.kill()
    expect(node.pid).toBeNull()
    await node.start()

    expect([node.httpPort, node.tcpPort]).toEqual([httpPort, tcpPort])
    expect(exits).toEqual([true, false])
    expect(await ask(0, logged)).toEqual(before)
    expect(await ask(0, 'SELECT count() AS n FROM default.kept')).toEqual([{ n: '7' }])
    expect(await ask(3, "SELECT count() AS n FROM clusterAllReplicas('demo', system.one)")).toEqual([
      { n: '4' },
    ])
  })

  test('a drop-in takes effect after a restart and is gone after the next', async () => {
    const policy = '<warm><volumes><hot><disk>hot2</disk></hot></volumes></warm>'
    cluster.setDropIn(
      'warm.xml',
      `<clickhouse><storage_configuration><policies>${policy}</policies></storage_configuration></clickhouse>`,
    )
    const known = "SELECT count() AS n FROM system.storage_policies WHERE policy_name = 'warm'"
    await nodeAt(3).restart()
    expect(await ask(3, known)).toEqual([{ n: '1' }])
    cluster.setDropIn('warm.xml', null)
    await nodeAt(3).restart()
    expect(await ask(3, known)).toEqual([{ n: '0' }])
  })

  test('malformed XML is rejected by name and line before anything starts', () => {
    expect(() => cluster.setDropIn('bad.xml', '<clickhouse>\n<a></clickhouse>')).toThrow(
      /bad\.xml is not well-formed XML, line 2: <\/clickhouse> closes <a>/,
    )
    expect(() => cluster.setDropIn('../x.xml', '<a/>')).toThrow(/cannot name a configuration file/)
  })
})

describe('two clusters', () => {
  test('run side by side, and a start that ClickHouse rejects says why and leaves nothing running', async () => {
    const dataDir = join(stack.dataDir, 'second')
    const options = { dataDir, shards: 2, clusterName: 'second', objectStore: stack.objectStore }
    const second = await startClickhouseCluster(options)
    try {
      const sql = "SELECT count() AS n FROM clusterAllReplicas('second', system.one)"
      const [node] = second.nodes
      expect(await queryNode(node?.httpUrl ?? '', second.users.admin, sql)).toEqual([{ n: '2' }])
      expect(await refusal(queryNode(node?.httpUrl ?? '', cluster.users.admin, sql))).toBe(516)
      expect(await refusal(ask(0, sql))).toBe(701)
    } finally {
      await second.stop()
    }
    const bad =
      '<clickhouse><storage_configuration><policies><p><volumes><v><disk>none</disk></v></volumes></p></policies></storage_configuration></clickhouse>'
    await expect(startClickhouseCluster({ ...options, dropIns: { 'bad.xml': bad } })).rejects.toThrow(
      /shard-1-replica-1 did not start[\s\S]*(none|Unknown disk)/,
    )
    for (const { httpUrl } of second.nodes) await expect(fetch(`${httpUrl}/ping`)).rejects.toThrow()
    // A damaged state file is reported, not overwritten.
    await writeFile(join(dataDir, 'cluster.json'), '{')
    await expect(startClickhouseCluster(options)).rejects.toThrow(/cluster\.json is damaged/)
  })
})
