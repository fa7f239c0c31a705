import type { TestConsole } from './start-console.ts'

/** A name that would end a statement if it were ever inserted unquoted. */
export const hostileTable = 'we`ird "t" \'x\'; DROP TABLE orders --\\'

/**
 * Tables of known shape on 2 shards × 2 replicas: `orders` over six months, three of them cold, the second replica of
 * shard 2 one insert behind; a Distributed table over it; one with a hostile name; one on a single node.
 */
export async function fillShop(at: TestConsole): Promise<void> {
  const { nodes, clusterName } = at.stack.clickhouse
  const every = (sql: string) => at.askAll(sql)
  await every('CREATE DATABASE shop')
  await every(`CREATE TABLE shop.orders (id UInt64, at DateTime('UTC') CODEC(Delta, ZSTD), note String TTL at + INTERVAL 20 YEAR)
    ENGINE = MergeTree PARTITION BY toYYYYMM(at) ORDER BY id TTL at + INTERVAL 30 YEAR TO VOLUME 'cold'
    SETTINGS storage_policy = 'tiered', min_bytes_for_wide_part = 0`)
  await every(
    `CREATE TABLE shop.orders_all AS shop.orders ENGINE = Distributed('${clusterName}', 'shop', 'orders', id)`,
  )
  await every(
    `CREATE TABLE shop.\`${hostileTable.replace(/[\\`]/g, '\\$&')}\` (id UInt64) ENGINE = MergeTree PARTITION BY id % 10 ORDER BY id`,
  )
  await every('CREATE VIEW shop.recent AS SELECT * FROM shop.orders')
  await every('SYSTEM STOP MERGES')
  for (const node of nodes) {
    const late = node.shard === 2 && node.replica === 2
    for (const insert of late ? [1, 2] : [1, 2, 3])
      await at.ask(
        node.name,
        `INSERT INTO shop.orders SELECT number + ${insert * 1_000_000}, toDateTime('2024-01-01', 'UTC') + number * 26000, repeat('n', ${node.shard} * number % 50)
         FROM numbers(${insert * 200}) WHERE toYYYYMM(toDateTime('2024-01-01', 'UTC') + number * 26000) <= 202406`,
      )
    for (const month of ['202401', '202402', '202403'])
      await at.ask(node.name, `ALTER TABLE shop.orders MOVE PARTITION ID '${month}' TO VOLUME 'cold'`)
  }
  await every(
    `INSERT INTO shop.\`${hostileTable.replace(/[\\`]/g, '\\$&')}\` SELECT number FROM numbers(1000)`,
  )
  const [first] = nodes
  if (first)
    await at.ask(
      first.name,
      'CREATE TABLE shop.lonely ENGINE = MergeTree ORDER BY n AS SELECT number AS n FROM numbers(10)',
    )
  await every('SYSTEM FLUSH LOGS')
}
