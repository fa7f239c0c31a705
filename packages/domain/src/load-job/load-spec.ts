import { z } from 'zod'
import { objectCompression, objectFormat } from '../source/object-format.ts'
import { duplicateRule } from './duplicates.ts'

/** What a load into a replicated table does while a node that stages its rows does not answer. */
export const lostReplicaRule = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('take-over'), afterSeconds: z.number().int().min(5).max(86_400) }),
  z.object({ kind: z.literal('wait') }),
])
export type LostReplicaRule = z.infer<typeof lostReplicaRule>

export const defaultLostReplicaRule: LostReplicaRule = { kind: 'take-over', afterSeconds: 30 }

/** Whole numbers beyond 2^53 travel as text: the spec is stored as JSON. */
const bytes = z.string().regex(/^\d{1,18}$/)

const tableName = z.object({ database: z.string().min(1).max(255), table: z.string().min(1).max(255) })

/**
 * Which objects: keys that were picked, or all that a pattern of the engine (`*`, `**`, `?`, `{a,b}`, `{1..9}`) matches.
 * Either way the manifest says what is loaded; a pattern is never sent with a load.
 */
export const loadSelection = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('keys'), keys: z.array(z.string().min(1).max(1_024)).min(1).max(1_000) }),
  z.object({ kind: z.literal('glob'), glob: z.string().min(1).max(1_024) }),
])
export type LoadSelection = z.infer<typeof loadSelection>

/**
 * - `single-node`: one node reads and writes everything.
 * - `cluster`: s3Cluster into a Distributed table; each node inserts what it reads (parallel_distributed_insert_select = 2).
 * - `reshard`: the initiator sends each row to the shard of its key, in the foreground.
 * - `split`: each node reads its own objects, shared out by size, with a statement of its own.
 */
const loadStrategy = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('single-node'), node: z.string() }),
  z.object({ kind: z.literal('cluster'), cluster: z.string(), initiator: z.string() }),
  z.object({
    kind: z.literal('reshard'),
    cluster: z.string(),
    initiator: z.string(),
    shardingKey: z.string().min(1).max(4_000).describe('As in the Distributed table.'),
  }),
  z.object({
    kind: z.literal('split'),
    nodes: z.array(z.string()).min(1).describe('One replica per shard.'),
  }),
])
export type LoadStrategy = z.infer<typeof loadStrategy>

/** Bad rows: the object fails; or up to so many rows an object are left out; or they are kept in a table beside. */
export const badRowsRule = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('fail') }),
  z.object({ kind: z.literal('skip'), maxRowsPerObject: z.number().int().min(1).max(1_000_000_000) }),
  z.object({
    kind: z.literal('collect'),
    maxRowsPerObject: z.number().int().min(1).max(1_000_000_000),
    into: tableName.describe('Created on every node where it does not exist. See badRowsTable.'),
  }),
])
export type BadRowsRule = z.infer<typeof badRowsRule>

/** Settings of the statements. What is left out is the server's own choice. */
export const loadTuning = z.object({
  maxThreads: z.number().int().min(1).max(1_024).optional(),
  maxInsertThreads: z.number().int().min(1).max(256).optional(),
  minInsertBlockRows: z.number().int().min(1).max(1_000_000_000_000).optional(),
  minInsertBlockBytes: bytes.optional(),
  maxMemoryBytes: bytes.optional().describe('Per statement and node.'),
  parallelParsing: z.boolean().optional(),
  /** Batches under way at a time. */
  batchesAtOnce: z.number().int().min(1).max(16).default(1),
})

/** How text is read; other formats have none of it. */
export const textReading = z.object({
  delimiter: z.string().length(1).optional().describe('Of CSV. Default: a comma.'),
  skipFirstLines: z.number().int().min(0).max(1_000_000).optional(),
  nullText: z.string().max(100).optional().describe('What stands for NULL. Default: \\N.'),
  dateTimeParsing: z.enum(['basic', 'best_effort', 'best_effort_us']).optional(),
})
export type TextReading = z.infer<typeof textReading>

/**
 * All that a load is, without the secret of its source: written once when it is planned, and never changed. A pipeline
 * keeps one of the same shape.
 */
export const loadSpec = z.object({
  source: z.object({ id: z.string().max(200), bucket: z.string(), selection: loadSelection }),
  read: z.object({
    format: objectFormat,
    compression: objectCompression,
    /** The columns as they are read, with ClickHouse types. */
    columns: z
      .array(z.object({ name: z.string().min(1).max(1_000), type: z.string().min(1).max(10_000) }))
      .min(1)
      .max(10_000),
    text: textReading.default({}),
  }),
  /** The table that was named: a MergeTree table, or a Distributed table over one. */
  target: tableName,
  /**
   * The MergeTree table that holds the rows, on each of these nodes. Rows reach it by MOVE PARTITION alone, or by ATTACH
   * PARTITION FROM where it is `replicated`: then its replicas bring the parts to each other.
   */
  landing: tableName.extend({
    nodes: z.array(z.string()).min(1),
    replicated: z.boolean().default(false),
    /** Its Replicated database has several shards, and has every replica carry out each ATTACH PARTITION … FROM. */
    carried: z.boolean().default(false),
  }),
  /** Expressions over the columns that are read, in the order of the INSERT. Other columns get their defaults. */
  mapping: z
    .array(z.object({ column: z.string().min(1), expression: z.string().min(1).max(10_000) }))
    .min(1)
    .max(10_000),
  strategy: loadStrategy,
  badRows: badRowsRule.default({ kind: 'fail' }),
  /** What becomes of parts that a replicated table would leave out. A person may choose anew while the load runs. */
  duplicates: duplicateRule.default('ask'),
  /** Of a load into a replicated table. A person may choose anew while the load runs. */
  lostReplica: lostReplicaRule.default(defaultLostReplicaRule),
  /** Replicas of a shard that have to have the parts of a batch before it is complete. */
  quorum: z.number().int().min(1).max(100).default(1),
  tuning: loadTuning.prefault({}),
  batch: z.object({ maxBytes: bytes, maxObjects: z.number().int().min(1).max(10_000) }),
})
export type LoadSpec = z.infer<typeof loadSpec>
