import { z } from 'zod'
import { atPlace, placeParams } from '../query/at-place.ts'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { dateTime, dateTimeOrNone, flag, float, integer, uint64 } from '../query/scalars.ts'

/**
 * A node's replicated tables as the server itself knows them. Only columns that need no Keeper: the others take several
 * requests per table, and seconds while Keeper hangs (26.7: 7 s for one table; these 60 ms).
 */
export const replicaStates = defineQuery({
  name: 'replica_states',
  params: placeParams,
  row: z.object({
    database: z.string(),
    table: z.string(),
    zookeeper_name: z.string().default('default'),
    zookeeper_path: z.string(),
    replica_name: z.string(),
    is_leader: flag,
    is_readonly: flag,
    readonly_start_time: dateTime.nullable().default(null),
    is_session_expired: flag,
    parts_to_check: integer,
    queue_size: integer,
    inserts_in_queue: integer,
    merges_in_queue: integer,
    part_mutations_in_queue: integer,
    queue_oldest_time: dateTimeOrNone,
    absolute_delay: uint64,
  }),
  sql: `
SELECT COLUMNS('^(database|table|zookeeper_name|zookeeper_path|replica_name|is_leader|is_readonly|readonly_start_time|is_session_expired|parts_to_check|queue_size|inserts_in_queue|merges_in_queue|part_mutations_in_queue|queue_oldest_time|absolute_delay)$')
FROM system.replicas
WHERE ${atPlace}
ORDER BY database, table`,
})
export type ReplicaStateRow = RowOf<typeof replicaStates>

/**
 * What a replica has yet to fetch from others. inserts_in_queue is not enough: it omits REPLACE_RANGE, the entry type
 * of ATTACH PARTITION … FROM (26.7).
 */
export function entriesToFetch(
  row: Pick<ReplicaStateRow, 'queue_size' | 'merges_in_queue' | 'part_mutations_in_queue'>,
): number {
  return Math.max(0, row.queue_size - row.merges_in_queue - row.part_mutations_in_queue)
}

/** The same for all replicas of the same data, whatever their shards are. */
export function keeperPlaceOf(row: Pick<ReplicaStateRow, 'zookeeper_name' | 'zookeeper_path'>): string {
  return `${row.zookeeper_name}:${row.zookeeper_path}`
}

/**
 * Contents of replicas, for comparison. `hash` sums the checksums of all files of the active parts: it is equal where
 * the parts are, and differs also where one replica has merged what the other has not merged yet.
 */
export const replicaParts = defineQuery({
  name: 'replica_parts',
  params: placeParams,
  row: z.object({
    database: z.string(),
    table: z.string(),
    parts: uint64,
    rows: uint64,
    bytes: uint64,
    hash: uint64,
  }),
  sql: `
SELECT database, table, count() AS parts, sum(rows) AS rows, sum(bytes_on_disk) AS bytes, sum(cityHash64(hash_of_all_files)) AS hash
FROM system.parts
WHERE active AND startsWith(engine, 'Replicated') AND ${atPlace}
GROUP BY database, table`,
})
export type ReplicaPartsRow = RowOf<typeof replicaParts>

/** The replication queue by table and entry type. The exception is that of the entry with the most tries. */
export const replicaQueues = defineQuery({
  name: 'replica_queues',
  params: placeParams,
  row: z.object({
    database: z.string(),
    table: z.string(),
    type: z.string(),
    entries: uint64,
    executing: uint64,
    failing: uint64,
    oldest: dateTime,
    max_tries: integer,
    part: z.string(),
    last_exception: z.string(),
    postpone_reason: z.string(),
  }),
  sql: `
SELECT
    database,
    table,
    type,
    count() AS entries,
    countIf(is_currently_executing) AS executing,
    countIf(queue.last_exception != '') AS failing,
    min(create_time) AS oldest,
    max(num_tries) AS max_tries,
    argMax(new_part_name, (queue.last_exception != '', num_tries)) AS part,
    substring(argMax(queue.last_exception, (queue.last_exception != '', num_tries)), 1, 1000) AS last_exception,
    substring(argMax(queue.postpone_reason, last_postpone_time), 1, 1000) AS postpone_reason
FROM system.replication_queue AS queue
WHERE ${atPlace}
GROUP BY database, table, type
ORDER BY database, table, entries DESC`,
})
export type ReplicaQueueRow = RowOf<typeof replicaQueues>

/** Running fetches from other replicas, by table. Sizes are compressed. */
export const replicaFetches = defineQuery({
  name: 'replica_fetches',
  params: placeParams,
  row: z.object({
    database: z.string(),
    table: z.string(),
    fetches: uint64,
    total_bytes: uint64,
    read_bytes: uint64,
    bytes_per_second: float,
    sources: z.array(z.string()),
  }),
  sql: `
SELECT
    database,
    table,
    count() AS fetches,
    sum(total_size_bytes_compressed) AS total_bytes,
    sum(bytes_read_compressed) AS read_bytes,
    sum(if(elapsed > 0, bytes_read_compressed / elapsed, 0)) AS bytes_per_second,
    groupUniqArray(10)(source_replica_hostname) AS sources
FROM system.replicated_fetches
WHERE ${atPlace}
GROUP BY database, table`,
})
export type ReplicaFetchesRow = RowOf<typeof replicaFetches>

/** Unfinished mutations, by table. */
export const replicaMutations = defineQuery({
  name: 'replica_mutations',
  params: placeParams,
  row: z.object({
    database: z.string(),
    table: z.string(),
    pending: uint64,
    parts_to_do: uint64,
    oldest: dateTime,
    last_failure: z.string(),
  }),
  sql: `
SELECT
    database,
    table,
    count() AS pending,
    toUInt64(sum(parts_to_do)) AS parts_to_do,
    min(create_time) AS oldest,
    substring(argMax(latest_fail_reason, latest_fail_time), 1, 1000) AS last_failure
FROM system.mutations
WHERE NOT is_done AND ${atPlace}
GROUP BY database, table`,
})
export type ReplicaMutationsRow = RowOf<typeof replicaMutations>

/** All replicated tables of a node in one row, for pages about nodes. Does not query Keeper. */
export const replicaSums = defineQuery({
  name: 'replica_sums',
  params: z.object({}),
  row: z.object({
    tables: uint64,
    read_only: uint64,
    expired: uint64,
    max_delay: uint64,
    max_delay_table: z.string(),
    queue: uint64,
    read_only_tables: z.array(z.string()),
  }),
  sql: `
SELECT
    count() AS tables,
    countIf(is_readonly) AS read_only,
    countIf(is_session_expired) AS expired,
    max(absolute_delay) AS max_delay,
    argMax(concat(database, '.', table), absolute_delay) AS max_delay_table,
    sum(queue_size) AS queue,
    groupArrayIf(3)(concat(database, '.', table), is_readonly) AS read_only_tables
FROM system.replicas`,
})
export type ReplicaSumsRow = RowOf<typeof replicaSums>

/** Partitions of some tables on this node, to compare replicas. */
export const replicaPartitions = defineQuery({
  name: 'replica_partitions',
  params: z.object({
    /** Parallel lists: a table is a pair. */
    databases: z.array(z.string()),
    tables: z.array(z.string()),
    /** 0: all of them. */
    limit: z.number().int().min(0).default(0),
  }),
  row: z.object({
    database: z.string(),
    table: z.string(),
    partition_id: z.string(),
    partition: z.string(),
    parts: uint64,
    rows: uint64,
    bytes: uint64,
    hash: uint64,
    disks: z.array(z.string()),
    unchanged_seconds: uint64,
  }),
  sql: ({ limit }) => `
SELECT
    database,
    table,
    partition_id,
    any(parts.partition) AS partition,
    count() AS parts,
    sum(parts.rows) AS rows,
    sum(bytes_on_disk) AS bytes,
    sum(cityHash64(hash_of_all_files)) AS hash,
    arraySort(groupUniqArray(disk_name)) AS disks,
    toUInt64(greatest(0, dateDiff('second', max(modification_time), now()))) AS unchanged_seconds
FROM system.parts AS parts
WHERE active
    AND has({databases: Array(String)}, database) AND has({tables: Array(String)}, table)
    AND has(arrayZip({databases: Array(String)}, {tables: Array(String)}), (database, table))
GROUP BY database, table, partition_id
ORDER BY database, table, partition_id${limit === 0 ? '' : '\nLIMIT {limit: UInt32}'}`,
})
export type ReplicaPartitionRow = RowOf<typeof replicaPartitions>

/**
 * Parts that the server has detached as broken or unexpected, and not those that a person has detached. It lists
 * directories.
 */
export const badDetachedParts = defineQuery({
  name: 'bad_detached_parts',
  params: z.object({}),
  row: z.object({ parts: uint64, examples: z.array(z.string()) }),
  sql: `
SELECT count() AS parts, groupArray(3)(concat(database, '.', table, ' ', name)) AS examples
FROM (
    SELECT database, table, name
    FROM system.detached_parts
    WHERE reason != '' AND reason NOT IN ('ignored', 'attaching', 'deleting')
    ORDER BY modification_time DESC
)`,
})
