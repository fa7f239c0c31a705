import { afterAll, beforeAll, expect, test } from 'vitest'
import { queryNode } from '../clickhouse/query-node.ts'
import { startTestStack, type TestStack } from '../testing/start-test-stack.ts'
import { listKeys } from '../testing/test-object-store.ts'
import { seedDemo } from './seed-demo.ts'

let stack: TestStack
beforeAll(async () => {
  stack = await startTestStack({ shards: 2 })
})
afterAll(() => stack?.stop())

function ask<Row>(sql: string): Promise<Row[]> {
  const [node] = stack.clickhouse.nodes
  if (!node) throw new Error('The stack has no node.')
  return queryNode<Row>(node.httpUrl, stack.clickhouse.users.admin, sql)
}

test('a seed that a crash cut short is repaired, a complete one is left alone', async () => {
  const options = { cluster: stack.clickhouse, source: stack.objectStore, tripsPerShard: 20_000 }
  await ask('CREATE DATABASE IF NOT EXISTS demo')
  await ask('CREATE TABLE demo.mine ENGINE = MergeTree ORDER BY n AS SELECT 1 AS n')
  const stages: string[] = []
  const interrupted = seedDemo({
    ...options,
    report: (stage) => {
      stages.push(stage)
      if (stage === 'moving older months to S3') throw new Error('crash')
    },
  })
  await expect(interrupted).rejects.toThrow('crash')
  expect(stages).toContain('moving older months to S3')

  expect(await seedDemo(options)).toBe(true)
  expect(await ask('SELECT count() AS n FROM demo.trips')).toEqual([{ n: '44000' }])
  const tiers = await ask<{ disk_name: string; months: string }>(
    `SELECT disk_name, uniq(partition_id) AS months FROM system.parts
     WHERE active AND database = 'demo' AND table = 'trips_local' GROUP BY 1 ORDER BY 1`,
  )
  expect(tiers).toEqual([
    { disk_name: 'cold_cache', months: '24' },
    { disk_name: 'default', months: '12' },
  ])
  const { keyPrefix } = stack.objectStore
  expect(await listKeys(stack.objectStore, `${keyPrefix}/trips/csv/`)).toHaveLength(6)
  expect(await listKeys(stack.objectStore, `${keyPrefix}/trips/parquet/`)).toHaveLength(6)

  expect(await seedDemo(options)).toBe(false)
  expect(await ask('SELECT n FROM demo.mine')).toEqual([{ n: 1 }])

  const listOthers = () => ask("SELECT name FROM system.tables WHERE database = 'demo' AND name LIKE 'seed%'")
  expect(await listOthers()).toEqual([])
  for (const { httpUrl } of stack.clickhouse.nodes)
    for (const sql of [
      "ALTER DATABASE demo MODIFY COMMENT ''",
      'CREATE TABLE demo.seeded ENGINE = MergeTree ORDER BY at AS SELECT now() AS at',
    ])
      await queryNode(httpUrl, stack.clickhouse.users.admin, sql)
  expect(await seedDemo(options)).toBe(false)
  expect(await listOthers()).toEqual([])
  expect(await seedDemo(options)).toBe(false)
})

test('the secret of the store is in no log table', async () => {
  await ask('SYSTEM FLUSH LOGS')
  const [found] = await ask<{ n: string; all: string }>(
    `SELECT countIf(position(toString(tuple(*)), '${stack.objectStore.secretAccessKey}') > 0
       AND position(query, 'countIf(position') = 0) AS n, count() AS all FROM system.query_log`,
  )
  expect(Number(found?.all)).toBeGreaterThan(20)
  expect(found?.n).toBe('0')
})
