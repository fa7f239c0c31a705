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
import { clusterKey, queryFlag } from '../reading/schema.ts'

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
  listed: z.number().int().describe('Objects that were looked at to find them.'),
  first: z
    .array(z.object({ key: z.string(), sizeBytes: z.bigint(), etag: z.string(), modifiedAt: z.date() }))
    .describe('At most 500, in the order of the load.'),
  missing: z.array(z.string()).describe('Picked keys that are not there, at most 100.'),
  missingCount: z.number().int(),
  unreadable: z
    .array(z.object({ key: z.string(), reason: z.string() }))
    .describe('Keys that ClickHouse cannot name, at most 100.'),
  unreadableCount: z.number().int(),
  detected: z
    .array(
      z.object({
        format: objectFormat.nullable(),
        compression: objectCompression,
        objects: z.number().int(),
      }),
    )
    .describe('By the ends of the names, most objects first.'),
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
  columns: columns.describe('As the engine infers them.'),
  rows: z.array(z.array(z.string().nullable())).describe('At most 20; null is NULL.'),
  nullColumns: z.array(z.string()).describe('Columns in which one of these rows has NULL.'),
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
      freeBytes: z.bigint().nullable().describe("Of the policy's first volume; null: no limit known."),
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

export const mappingEntry = z.object({ column: identifier, expression: z.string().min(1).max(10_000) })
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
      readType: z.string().describe('What the engine makes of the expression.'),
      misfits: z.bigint().describe('Values of the sample that the type does not hold as they are.'),
      example: z.string().describe('One of them.'),
    }),
  ),
  rows: z.array(z.array(z.string().nullable())).describe('At most 20, as they would stand in the table.'),
  fault: z
    .string()
    .nullable()
    .describe('Why the rows cannot be converted, in the words of the engine; null where they can.'),
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
      'Of a replicated table: as the preview has shown it. Default: one that a node has already, or a new one.',
    ),
})
export const loadTablePlan = z.object({
  statements: z
    .array(z.object({ node: z.string(), sql: z.string() }))
    .describe('As they are sent, in order, each to its node.'),
  faults: z.array(z.string()).describe('Why it cannot be created as it is.'),
  way: tableWay,
  ways: z.array(
    z.object({
      way: tableWay,
      possible: z.boolean(),
      reason: z.string().describe('What it means, or why it cannot be.'),
    }),
  ),
  replicated: z.boolean(),
  replication: z.object({
    possible: z.boolean(),
    reason: z.string().describe('Why it is replicated, or is not, or cannot be.'),
  }),
  uuid: z.string().nullable().describe('That of the local table on every node; null: not chosen by us.'),
  replicas: z
    .array(z.object({ node: z.string(), path: z.string(), replica: z.string() }))
    .describe('Where each replica would be in Keeper, as the server expands its defaults.'),
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

export const strategyKind = z.enum(['single-node', 'cluster', 'reshard', 'split'])

export const loadDraft = z.object({
  cluster: clusterKey,
  title: z.string().trim().max(200).default('').describe('Empty: made of target and selection.'),
  source: loadSource,
  read: readChoice.extend({ columns: columns.min(1) }),
  target: tableName,
  mapping: z.array(mappingEntry).min(1).max(10_000),
  strategy: strategyKind.optional().describe('Default: the recommended one.'),
  node: z
    .string()
    .max(255)
    .optional()
    .describe('The node that reads (single-node) or begins the statements. Default: the first.'),
  badRows: badRowsRule.default({ kind: 'fail' }),
  duplicates: duplicateRule
    .default('ask')
    .describe('What becomes of content that a replicated table was given before and would leave out.'),
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
    .object({ mostBytes: bytesText, mostObjects: z.number().int().min(1).max(10_000) })
    .default({ mostBytes: String(10n * 1024n ** 3n), mostObjects: 1_000 }),
})
export type LoadDraft = z.input<typeof loadDraft>
export type ParsedLoadDraft = z.output<typeof loadDraft>

export const previewLoadInput = loadDraft.extend({
  shownBatch: z.number().int().min(0).max(10_000_000).default(0).describe('Whose statements are shown.'),
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
  accepted: z.boolean().describe('No check keeps it from starting.'),
  title: z.string(),
  totals: z.object({ objects: z.number().int(), sizeBytes: z.bigint() }),
  batches: z.number().int(),
  shownBatch: z.number().int(),
  strategy: z.object({
    chosen: strategyKind,
    recommended: strategyKind,
    reason: z.string(),
    others: z.array(z.object({ kind: strategyKind, possible: z.boolean(), reason: z.string() })),
  }),
  landingNodes: z.array(z.string()).describe('Nodes that get rows.'),
  tuning: loadTuning.describe('With the defaults filled in.'),
  checks: z.array(loadCheckView),
  statements: z.array(z.object({ name: z.string(), node: z.string(), sql: z.string() })),
})
export type LoadPreview = z.infer<typeof loadPreview>

const trialFigures = z.object({
  readBytes: z.bigint().describe('From the store.'),
  rows: z.bigint(),
  elapsedMs: z.number(),
  cutOff: z.boolean().describe('The time was up before its objects were read.'),
})
const trialRate = z.object({
  bytesPerSecond: z.number().describe('Of the bucket, by all nodes together.'),
  rowsPerSecond: z.number(),
})
export const loadTrial = z.object({
  observedAt: z.date(),
  elapsedMs: z.number().describe('Of the whole load, estimated.'),
  sampleObjects: z.number().int(),
  sampleBytes: z.bigint(),
  totalBytes: z.bigint(),
  reading: trialRate.describe('Read and converted, and thrown away.'),
  loading: trialRate.describe('Read, converted and written.'),
  readShare: z.number().describe('Of the time of the load, what reading and converting alone takes: 0 to 1.'),
  rows: z.bigint().describe('Of the whole load, estimated.'),
  diskBytes: z.bigint().describe('On all nodes together, estimated; merges make it less.'),
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
