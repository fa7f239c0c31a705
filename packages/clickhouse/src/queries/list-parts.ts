import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { pageParams } from '../query/page.ts'
import { dateOrNone, dateTime, dateTimeOrNone, flag, integer, uint64 } from '../query/scalars.ts'
import { countedFiles } from './older-servers.ts'

const orders = {
  name: [['name', 'ASC']],
  bytes: [
    ['bytes_on_disk', 'DESC'],
    ['name', 'ASC'],
  ],
  rows: [
    ['rows', 'DESC'],
    ['name', 'ASC'],
  ],
  level: [
    ['level', 'DESC'],
    ['name', 'ASC'],
  ],
  newest: [
    ['modification_time', 'DESC'],
    ['name', 'ASC'],
  ],
  oldest: [
    ['modification_time', 'ASC'],
    ['name', 'ASC'],
  ],
  partition: [
    ['partition_id', 'ASC'],
    ['min_block_number', 'ASC'],
    ['name', 'ASC'],
  ],
} as const

/** `reverse` inverts every term, so that the last page becomes the first. */
function orderBy(sort: keyof typeof orders, reverse: boolean): string {
  const flip = { ASC: 'DESC', DESC: 'ASC' } as const
  return orders[sort].map(([column, way]) => `${column} ${reverse ? flip[way] : way}`).join(', ')
}

/**
 * Parts of one table; a page of them, filtered and sorted on the server. Sizes in bytes, ages in seconds since the part
 * was written. The move TTL arrays are parallel: expression, and the time of the oldest and newest row under it.
 */
export const listParts = defineQuery({
  name: 'list_parts',
  params: pageParams.extend({
    database: z.string(),
    table: z.string(),
    active: z.enum(['active', 'inactive', 'all']).default('active'),
    /** Empty: all disks. */
    disks: z.array(z.string()).default([]),
    /** Empty: all partitions. */
    partition_ids: z.array(z.string()).default([]),
    /** Part of the part's name. Empty: all. */
    search: z.string().default(''),
    min_bytes: z.bigint().optional(),
    max_bytes: z.bigint().optional(),
    min_level: z.number().int().optional(),
    max_level: z.number().int().optional(),
    min_age_seconds: z.number().int().optional(),
    max_age_seconds: z.number().int().optional(),
    sort: z.enum(['name', 'bytes', 'rows', 'level', 'newest', 'oldest', 'partition']).default('partition'),
    reverse: z.boolean().default(false),
  }),
  row: z.object({
    name: z.string(),
    partition: z.string(),
    partition_id: z.string(),
    part_type: z.string(),
    active: flag,
    disk_name: z.string(),
    rows: uint64,
    bytes_on_disk: uint64,
    data_uncompressed_bytes: uint64,
    /** Null where the server does not count them. */
    files: uint64.nullable(),
    level: integer,
    modification_time: dateTime,
    remove_time: dateTimeOrNone,
    min_date: dateOrNone,
    max_date: dateOrNone,
    min_time: dateTimeOrNone,
    max_time: dateTimeOrNone,
    hash_of_all_files: z.string(),
    move_ttl_expressions: z.array(z.string()),
    move_ttl_min: z.array(dateTime),
    move_ttl_max: z.array(dateTime),
    matching: uint64,
  }),
  sql: (params) => `
SELECT
    name, partition, partition_id, part_type, active, disk_name, rows, bytes_on_disk, data_uncompressed_bytes,
    ${countedFiles} AS files, level, modification_time, remove_time, min_date, max_date, min_time, max_time, hash_of_all_files,
    \`move_ttl_info.expression\` AS move_ttl_expressions,
    \`move_ttl_info.min\` AS move_ttl_min,
    \`move_ttl_info.max\` AS move_ttl_max,
    count() OVER () AS matching
FROM system.parts
WHERE database = {database: String} AND table = {table: String}${filters(params)}
ORDER BY ${orderBy(params.sort, params.reverse)}
LIMIT {limit: UInt32} OFFSET {offset: UInt32}`,
})
export type PartRow = RowOf<typeof listParts>

interface Filters {
  active: 'active' | 'inactive' | 'all'
  disks: string[]
  partition_ids: string[]
  search: string
  min_bytes?: bigint | undefined
  max_bytes?: bigint | undefined
  min_level?: number | undefined
  max_level?: number | undefined
  min_age_seconds?: number | undefined
  max_age_seconds?: number | undefined
}

function filters(given: Filters): string {
  const conditions: (string | false)[] = [
    given.active === 'active' && 'active',
    given.active === 'inactive' && 'NOT active',
    given.disks.length > 0 && 'has({disks: Array(String)}, disk_name)',
    given.partition_ids.length > 0 && 'has({partition_ids: Array(String)}, partition_id)',
    given.search !== '' && 'position(name, {search: String}) > 0',
    given.min_bytes !== undefined && 'bytes_on_disk >= {min_bytes: UInt64}',
    given.max_bytes !== undefined && 'bytes_on_disk <= {max_bytes: UInt64}',
    given.min_level !== undefined && 'level >= {min_level: UInt32}',
    given.max_level !== undefined && 'level <= {max_level: UInt32}',
    given.min_age_seconds !== undefined && 'modification_time <= now() - {min_age_seconds: UInt32}',
    given.max_age_seconds !== undefined && 'modification_time >= now() - {max_age_seconds: UInt32}',
  ]
  return conditions.map((condition) => (condition === false ? '' : `\n    AND ${condition}`)).join('')
}
