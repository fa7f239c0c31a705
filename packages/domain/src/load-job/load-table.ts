import { z } from 'zod'

const name = z.string().min(1).max(255)

/**
 * - `each-node`: every node is sent the statements.
 * - `on-cluster`: one node puts them in the queue of distributed DDL, and each host carries them out.
 * - `database`: one replica of a Replicated database is sent them, and the database carries them to the others.
 */
export const tableWay = z.enum(['each-node', 'on-cluster', 'database'])
export type TableWay = z.infer<typeof tableWay>

/** A table that a load makes for itself: one MergeTree table on each node and, over a cluster, a Distributed one. */
export const loadTable = z.object({
  database: name.describe('Must exist. The console has no grant to create databases.'),
  table: name.describe('Name of the table. With a cluster, the local tables are named <table>_local.'),
  columns: z
    .array(z.object({ name, type: z.string().min(1).max(2_000) }))
    .min(1)
    .max(10_000),
  engine: z.enum(['MergeTree', 'ReplacingMergeTree', 'SummingMergeTree', 'AggregatingMergeTree']),
  orderBy: z.string().max(4_000).describe('An expression, or several in brackets. Empty: no order.'),
  partitionBy: z.string().max(4_000).default(''),
  ttl: z.string().max(4_000).default('').describe('TTL rules, without the word TTL.'),
  storagePolicy: z.string().max(255).default('').describe('Empty: server default.'),
  cluster: z
    .string()
    .max(255)
    .nullable()
    .describe('A cluster of system.clusters for the Distributed table. Null: no Distributed table.'),
  shardingKey: z.string().max(4_000).default('rand()'),
  replicated: z
    .boolean()
    .optional()
    .describe(
      'Replicated tables, which need Keeper. Default: true if shards have several replicas and all nodes have Keeper.',
    ),
  sentBy: tableWay
    .exclude(['database'])
    .default('each-node')
    .describe('Ignored in a Replicated database, which replicates the statements itself.'),
})
export type LoadTable = z.infer<typeof loadTable>

/** Where the rows lie. */
export function landingTableOf({
  database,
  table,
  cluster,
}: Pick<LoadTable, 'database' | 'table' | 'cluster'>): {
  database: string
  table: string
} {
  return { database, table: cluster === null ? table : `${table}_local` }
}
