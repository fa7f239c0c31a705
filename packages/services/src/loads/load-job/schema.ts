import {
  badRowsRule,
  defaultLostReplicaRule,
  duplicateRule,
  loadSelection,
  loadTable,
  loadTuning,
  lostReplicaRule,
  objectCompression,
  objectFormat,
  tableWay,
  textReading,
} from '@frostline/domain'
import { z } from 'zod'
import { clusterKey, queryFlag } from '../../platform/reading/schema.ts'

const identifier = z.string().min(1).max(255)
const columns = z.array(z.object({ name: z.string().max(1_000), type: z.string().max(10_000) })).max(10_000)
const tableName = z.object({ database: identifier, table: identifier })
const bytesText = z.string().regex(/^\d{1,18}$/)

export const loadSource = z.object({
  id: z.string().min(1).max(200).describe('Id of the source.'),
  bucket: z.string().min(1).max(63),
  selection: loadSelection,
})

export const manifestInput = z.object({ source: loadSource })
export const loadManifest = z.object({
  observedAt: z.date(),
  elapsedMs: z.number(),
  objects: z.number().int(),
  sizeBytes: z.bigint(),
  largestBytes: z.bigint(),
  oldest: z.date().nullable(),
  newest: z.date().nullable(),
  listed: z.number().int().describe('Objects listed to find them.'),
  first: z
    .array(z.object({ key: z.string(), sizeBytes: z.bigint(), etag: z.string(), modifiedAt: z.date() }))
    .describe('At most 500, in the order of the load.'),
  missing: z.array(z.string()).describe('Selected keys that do not exist, at most 100.'),
  missingCount: z.number().int(),
  unreadable: z
    .array(z.object({ key: z.string(), reason: z.string() }))
    .describe('Keys that ClickHouse cannot address, at most 100.'),
  unreadableCount: z.number().int(),
  detected: z
    .array(
      z.object({
        format: objectFormat.nullable(),
        compression: objectCompression,
        objects: z.number().int(),
      }),
    )
    .describe('By file extension, most objects first.'),
})
export type LoadManifest = z.infer<typeof loadManifest>

const readChoice = z.object({
  format: objectFormat,
  compression: objectCompression,
  text: textReading.default({}),
})
/** One object stands for all: the first of the manifest that is not empty. */
const sampleAt = z.object({
  cluster: clusterKey,
  source: loadSource.omit({ selection: true }).extend({ key: z.string().min(1).max(1_024) }),
})

export const inspectLoadInput = sampleAt.extend({ read: readChoice })
export const loadInspection = z.object({
  observedAt: z.date(),
  elapsedMs: z.number(),
  node: z.string(),
  columns: columns.describe('As inferred by ClickHouse.'),
  rows: z.array(z.array(z.string().nullable())).describe('At most 20. Null is NULL.'),
  nullColumns: z.array(z.string()).describe('Columns with NULL in one of these rows.'),
  sql: z.string(),
  proposed: z
    .object({ columns, orderBy: z.string(), partitionBy: z.string() })
    .describe('A table for these columns.'),
})
export type LoadInspection = z.infer<typeof loadInspection>

export const loadTargetInput = tableName.extend({ cluster: clusterKey })
export const loadTarget = z.object({
  observedAt: z.date(),
  database: z.string(),
  table: z.string(),
  engine: z.string(),
  distributed: z
    .object({ cluster: z.string(), shardingKey: z.string(), internalReplication: z.boolean() })
    .nullable(),
  landing: z.object({
    database: z.string(),
    table: z.string(),
    engine: z.string(),
    engineFull: z.string().describe('With its arguments, keys, TTL and settings.'),
    serverVersion: z.string().describe('Of the node that was asked for the table.'),
    carried: z
      .boolean()
      .describe(
        'A Replicated database of several shards, which has every replica carry out ATTACH PARTITION.',
      ),
    partitionKey: z.string(),
    sortingKey: z.string(),
    storagePolicy: z.string(),
    ttl: z.string(),
  }),
  replicas: z.array(
    z.object({
      name: z.string(),
      shard: z.number().int(),
      replica: z.number().int(),
      cores: z.number().int(),
      freeBytes: z.bigint().nullable().describe("Of the policy's first volume. Null: no known limit."),
      replication: z
        .object({ readOnly: z.boolean(), partsToFetch: z.number().int(), delaySeconds: z.number().int() })
        .nullable()
        .describe('Null: the table is not replicated.'),
      runningQueries: z.number().int(),
      insertQuorum: z.string().describe('Of the account: a number, or auto. Empty: not asked.'),
      sequentialReads: z.boolean().describe('select_sequential_consistency of the account.'),
    }),
  ),
  missingNodes: z.array(z.string()).describe('Nodes without the table, or that did not answer.'),
  materializedViews: z.array(z.string()),
  columns: z.array(z.object({ name: z.string(), type: z.string(), defaultKind: z.string() })),
})
export type LoadTargetView = z.infer<typeof loadTarget>

const mappingEntry = z.object({ column: identifier, expression: z.string().min(1).max(10_000) })
export const mappingInput = sampleAt.extend({
  read: readChoice.extend({ columns }),
  target: tableName,
  mapping: z.array(mappingEntry).min(1).max(10_000),
})
export const mappingPreview = z.object({
  observedAt: z.date(),
  elapsedMs: z.number(),
  node: z.string(),
  sampledRows: z.bigint(),
  columns: z.array(
    z.object({
      column: z.string(),
      type: z.string(),
      expression: z.string(),
      readType: z.string().describe('The type of the expression in ClickHouse.'),
      misfits: z.bigint().describe('Values of the sample that the type cannot store exactly.'),
      example: z.string().describe('One of them.'),
    }),
  ),
  rows: z.array(z.array(z.string().nullable())).describe('At most 20, as they would be stored in the table.'),
  fault: z
    .string()
    .nullable()
    .describe('Why the rows cannot be converted: the message of ClickHouse. Null: they can.'),
  sql: z.array(z.object({ name: z.string(), sql: z.string() })),
})
export type MappingPreview = z.infer<typeof mappingPreview>

export const loadTableInput = z.object({
  cluster: clusterKey,
  wanted: loadTable.extend({
    replicated: queryFlag.optional().describe(loadTable.shape.replicated.description ?? ''),
  }),
  uuid: z
    .uuid()
    .optional()
    .describe(
      'For a replicated table: as shown by the preview. Default: the one of a node that has the table, or a new one.',
    ),
})
export const loadTablePlan = z.object({
  statements: z
    .array(z.object({ node: z.string(), sql: z.string() }))
    .describe('Statements in the order in which they are sent, each to its node.'),
  faults: z.array(z.string()).describe('Why it cannot be created.'),
  way: tableWay,
  ways: z.array(
    z.object({
      way: tableWay,
      possible: z.boolean(),
      reason: z.string().describe('What it means, or why it is not possible.'),
    }),
  ),
  replicated: z.boolean(),
  replication: z.object({
    possible: z.boolean(),
    reason: z.string().describe('Why it is replicated or not, or cannot be.'),
  }),
  uuid: z
    .string()
    .nullable()
    .describe('UUID of the local table on every node. Null: not chosen by Frostline.'),
  replicas: z
    .array(z.object({ node: z.string(), path: z.string(), replica: z.string() }))
    .describe('Keeper path of each replica, as the server expands its defaults.'),
  away: z.array(z.string()).describe('Nodes that do not answer now.'),
})
export type LoadTablePlan = z.infer<typeof loadTablePlan>
export const loadTableReport = z.object({
  complete: z.boolean().describe('Every node has the tables.'),
  nodes: z.array(
    z.object({
      node: z.string(),
      state: z
        .enum(['done', 'waiting', 'failed'])
        .describe('waiting: the node is away, or the statement is queued there and not carried out yet.'),
      message: z.string(),
    }),
  ),
})
export type LoadTableReport = z.infer<typeof loadTableReport>

const strategyKind = z.enum(['single-node', 'cluster', 'reshard', 'split'])

export const loadDraft = z.object({
  cluster: clusterKey,
  title: z.string().trim().max(200).default('').describe('Empty: named after target and selection.'),
  source: loadSource,
  read: readChoice.extend({ columns: columns.min(1) }),
  target: tableName,
  mapping: z.array(mappingEntry).min(1).max(10_000),
  strategy: strategyKind.optional().describe('Default: the recommended one.'),
  node: z
    .string()
    .max(255)
    .optional()
    .describe('The node that reads (single-node) or receives the statements. Default: the first.'),
  badRows: badRowsRule.default({ kind: 'fail' }),
  duplicates: duplicateRule
    .default('ask')
    .describe('How content is handled that a replicated table has received before and would deduplicate.'),
  lostReplica: lostReplicaRule
    .default(defaultLostReplicaRule)
    .describe('What a load into a replicated table does while a replica that stages rows does not answer.'),
  quorum: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .optional()
    .describe(
      'Replicas of a shard that have to have the parts of a batch before it is complete. Default: insert_quorum of the account.',
    ),
  tuning: loadTuning.partial().extend({ parallelParsing: queryFlag.optional() }).default({}),
  batch: z
    .object({ maxBytes: bytesText, maxObjects: z.number().int().min(1).max(10_000) })
    .default({ maxBytes: String(10n * 1024n ** 3n), maxObjects: 1_000 }),
})
export type LoadDraft = z.input<typeof loadDraft>
export type ParsedLoadDraft = z.output<typeof loadDraft>

export const previewLoadInput = loadDraft.extend({
  shownBatch: z.number().int().min(0).max(10_000_000).default(0).describe('Node whose statements are shown.'),
})
export type PreviewLoadInput = z.input<typeof previewLoadInput>

export const loadCheckView = z.object({
  id: z.string(),
  outcome: z.enum(['passed', 'warning', 'blocking']),
  text: z.string(),
  hint: z.string().nullable(),
})
export const loadPreview = z.object({
  observedAt: z.date(),
  elapsedMs: z.number(),
  accepted: z.boolean().describe('No check prevents the start.'),
  title: z.string(),
  totals: z.object({ objects: z.number().int(), sizeBytes: z.bigint() }),
  estimate: z
    .object({
      fastMs: z.number(),
      slowMs: z.number(),
      measuredLoads: z.number().int().describe('Finished loads that the rates come from.'),
    })
    .nullable()
    .describe(
      'Time by finished loads of this cluster with a tenth to ten times the bytes (p10 to p90). Null: fewer than five.',
    ),
  batches: z.number().int(),
  shownBatch: z.number().int(),
  strategy: z.object({
    chosen: strategyKind,
    recommended: strategyKind,
    reason: z.string(),
    others: z.array(z.object({ kind: strategyKind, possible: z.boolean(), reason: z.string() })),
  }),
  landingNodes: z.array(z.string()).describe('Nodes that get rows.'),
  quorum: z
    .object({
      replicas: z
        .number()
        .int()
        .describe('Replicas of a shard that must have the parts of a batch. 1: no quorum.'),
      most: z.number().int().describe('Replicas of the smallest shard.'),
      byAccount: z.boolean().describe('From insert_quorum of the ClickHouse user, not from the draft.'),
    })
    .nullable()
    .describe('Null: the table is not replicated.'),
  tuning: loadTuning.describe('Including defaults.'),
  checks: z.array(loadCheckView),
  statements: z.array(z.object({ name: z.string(), node: z.string(), sql: z.string() })),
})
export type LoadPreview = z.infer<typeof loadPreview>

const trialFigures = z.object({
  readBytes: z.bigint().describe('From the store.'),
  rows: z.bigint(),
  elapsedMs: z.number(),
  cutOff: z.boolean().describe('The time limit was reached before all objects were read.'),
})
const trialRate = z.object({
  bytesPerSecond: z.number().describe('Read from the bucket, by all nodes together.'),
  rowsPerSecond: z.number(),
})
export const loadTrial = z.object({
  observedAt: z.date(),
  elapsedMs: z.number().describe('Estimate for the whole load.'),
  sampleObjects: z.number().int(),
  sampleBytes: z.bigint(),
  totalBytes: z.bigint(),
  reading: trialRate.describe('Read and converted, then discarded.'),
  loading: trialRate.describe('Read, converted and written.'),
  readShare: z.number().describe('Share of the load time that reading and converting takes: 0 to 1.'),
  rows: z.bigint().describe('Estimate for the whole load.'),
  diskBytes: z.bigint().describe('Estimate for all nodes together. Merges reduce it.'),
  nodes: z.array(
    z.object({
      node: z.string(),
      reading: trialFigures,
      loading: trialFigures,
      diskBytes: z.bigint(),
      peakMemoryBytes: z.bigint(),
    }),
  ),
  sql: z.array(z.object({ name: z.string(), node: z.string(), sql: z.string() })),
})
export type LoadTrial = z.infer<typeof loadTrial>
