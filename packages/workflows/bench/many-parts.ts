import type { ClickHouseClient } from '@clickhouse/client'

const block = 1000

/** A table with this many active parts of one row. @param place their location, as table settings */
export async function createManyParts(
  client: ClickHouseClient,
  table: string,
  parts: number,
  place: string,
): Promise<void> {
  await client.command({
    query: `CREATE TABLE lab.${table} (id UInt64) ENGINE = MergeTree PARTITION BY id ORDER BY id
      SETTINGS ${place}, parts_to_throw_insert = 1000000, parts_to_delay_insert = 1000000,
        max_parts_in_total = 1000000`,
  })
  for (let from = 0; from < parts; from += block)
    await client.command({
      query: `INSERT INTO lab.${table} SELECT number FROM numbers(${from}, ${Math.min(block, parts - from)})`,
      clickhouse_settings: {
        max_partitions_per_insert_block: '0',
        throw_on_max_partitions_per_insert_block: false,
      },
    })
}
