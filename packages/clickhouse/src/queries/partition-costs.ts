import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { dateOrNone, dateTime, dateTimeOrNone, uint64 } from '../query/scalars.ts'
import { filesOfPart } from './older-servers.ts'

/** Active parts of one table by partition and disk, the largest partitions first: sizes to price, and their age. */
export const partitionCosts = defineQuery({
  name: 'partition_costs',
  params: z.object({
    database: z.string(),
    table: z.string(),
    limit: z.number().int().min(1).max(20_000).default(10_000),
  }),
  row: z.object({
    partition: z.string(),
    partition_id: z.string(),
    disk_name: z.string(),
    parts: uint64,
    files: uint64,
    bytes: uint64,
    max_date: dateOrNone,
    max_time: dateTimeOrNone,
    last_modified: dateTime,
  }),
  maxExecutionSeconds: 10,
  sql: `
SELECT
    any(parts.partition) AS partition,
    partition_id,
    disk_name,
    count() AS parts,
    sum(${filesOfPart}) AS files,
    sum(bytes_on_disk) AS bytes,
    max(parts.max_date) AS max_date,
    max(parts.max_time) AS max_time,
    max(modification_time) AS last_modified
FROM system.parts AS parts
WHERE active AND database = {database: String} AND table = {table: String}
GROUP BY partition_id, disk_name
ORDER BY bytes DESC, partition_id, disk_name
LIMIT {limit: UInt32}`,
})
export type PartitionCostRow = RowOf<typeof partitionCosts>

/**
 * How many SELECTs of this node read each partition, from query_log.
 * @param prefixes the table's name as the log may write it, with a trailing dot.
 */
export const partitionReads = defineQuery({
  name: 'partition_reads',
  params: z.object({ prefixes: z.array(z.string()).min(1), since: z.date() }),
  row: z.object({ partition_id: z.string(), queries: uint64 }),
  maxExecutionSeconds: 30,
  sql: `
SELECT partition_id, count() AS queries
FROM
(
    SELECT arrayJoin(arrayFlatten(arrayMap(
        prefix -> arrayMap(name -> substring(name, length(prefix) + 1), arrayFilter(name -> startsWith(name, prefix), partitions)),
        {prefixes: Array(String)}))) AS partition_id
    FROM system.query_log
    WHERE event_date >= toDate({since: DateTime64(3)}) - 1
        AND event_time_microseconds >= {since: DateTime64(3)}
        AND type = 'QueryFinish' AND query_kind = 'Select' AND notEmpty(partitions)
)
GROUP BY partition_id
ORDER BY queries DESC, partition_id
LIMIT 20000`,
})
