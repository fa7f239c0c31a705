import { z } from 'zod'

const name = z.string().min(1).max(255)

/** Which partitions are read. `newest` counts those behind a cache, by the times in their parts. */
const warmupPartitions = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  z.object({ kind: z.literal('newest'), count: z.number().int().min(1).max(10_000) }),
  z.object({ kind: z.literal('chosen'), ids: z.array(name).min(1).max(10_000) }),
])
export type WarmupPartitions = z.infer<typeof warmupPartitions>

/** Bytes per second and node. At 1 MiB/s a terabyte takes twelve days, so less is a mistake. Null: no limit. */
export const warmupPace = z
  .number()
  .int()
  .min(1_048_576, 'At least 1 MiB/s.')
  .max(2 ** 50)
  .nullable()

/** A warm-up except for its pace. Written at start, never changed. */
export const warmupSpec = z.object({
  database: name,
  table: name.describe('For a Distributed table, choose its local table.'),
  partitions: warmupPartitions.default({ kind: 'all' }),
  columns: z.array(name).min(1).max(10_000).nullable().default(null).describe('Null: all.'),
  where: z
    .string()
    .trim()
    .min(1)
    .max(10_000)
    .nullable()
    .default(null)
    .describe('A condition. Only granules that may have matching rows are read. For admins.'),
  nodes: z
    .array(name)
    .min(1)
    .max(1_000)
    .nullable()
    .default(null)
    .describe('Null: all nodes that have the table.'),
  replicas: z
    .enum(['all', 'one'])
    .default('all')
    .describe(
      'Of each shard of a replicated table. one: of those that have most of the partitions behind a cache, the replica with least to fetch.',
    ),
  threads: z.number().int().min(1).max(16).default(2).describe('Of the statement on each node.'),
  measured: z
    .object({
      node: name.nullable().default(null).describe('Null: any node that has the table.'),
      query: z.string().trim().min(1).max(50_000),
    })
    .nullable()
    .default(null)
    .describe('A SELECT that is run before and after, and compared. For admins.'),
})
export type WarmupSpec = z.infer<typeof warmupSpec>

/** Custom SQL reads whatever the ClickHouse user may, so such a warm-up is for admins. */
export function hasCustomSql({ where, measured }: Pick<WarmupSpec, 'where' | 'measured'>): boolean {
  return where !== null || measured !== null
}
