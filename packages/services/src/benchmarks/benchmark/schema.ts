import {
  benchTiers,
  conformanceChecks,
  conformanceSpec,
  diskBenchmarkSpec,
  diskSteps,
  partFormats,
  tierBenchmarkSpec,
} from '@frostline/domain'
import { z } from 'zod'
import { clusterKey, observed } from '../../platform/reading/schema.ts'
import { listRunsOfKindInput, runViewOf } from '../../platform/run/run-schema.ts'

export const benchTableInput = z.object({
  cluster: clusterKey,
  node: z.string().min(1).max(255),
  database: z.string().min(1).max(255),
  table: z.string().min(1).max(255),
})

const benchDisk = z.object({
  name: z.string(),
  storage: z.array(z.string()).describe('All names of its storage: the cache and the disk behind it.'),
  kind: z.enum(['local', 'object', 'cached']).describe('On object storage, with or without a cache.'),
  freeBytes: z.bigint().nullable().describe('Excluding reserved space. Null: no known limit.'),
  totalBytes: z.bigint().nullable(),
})
export type BenchDisk = z.infer<typeof benchDisk>

export const benchTableFacts = observed(
  z.object({
    engine: z.string(),
    inReplicatedDatabase: z.boolean().describe('It is measured in place: copies would be made on all nodes.'),
    columns: z.array(z.object({ name: z.string(), type: z.string(), inSortingKey: z.boolean() })),
    partitions: z
      .array(
        z.object({
          partitionId: z.string(),
          rows: z.bigint(),
          parts: z.bigint(),
          bytes: z.bigint(),
          disks: z.array(z.string()),
        }),
      )
      .describe('The newest 1,000.'),
    disks: z.array(benchDisk),
  }),
)
export type BenchTableFacts = z.infer<typeof benchTableFacts>

export const benchNodeInput = z.object({ cluster: clusterKey, node: z.string().min(1).max(255) })

export const benchNodeFacts = observed(
  z.object({
    disks: z.array(benchDisk),
    policies: z.array(
      z.object({
        name: z.string(),
        disks: z.array(z.string()).describe('In the order in which the server fills them.'),
      }),
    ),
    databases: z.array(z.string()).describe('Databases in which the benchmark can create its table.'),
  }),
)
export type BenchNodeFacts = z.infer<typeof benchNodeFacts>

export const conformanceDraft = benchNodeInput.extend({
  database: z.string().min(1).max(255),
  disk: z.string().min(1).max(255),
  policy: z
    .string()
    .min(1)
    .max(255)
    .nullable()
    .default(null)
    .describe('Policy for the moves. Null: any policy with this disk and another one.'),
  rows: conformanceSpec.shape.rows,
})

export const tierBenchmarkDraft = z.object({ cluster: clusterKey, spec: tierBenchmarkSpec })
export type TierBenchmarkDraft = z.input<typeof tierBenchmarkDraft>

const benchmarkKind = z.enum(['tiers', 'conformance', 'replay', 'disk'])
export const listBenchmarksInput = listRunsOfKindInput.extend({
  kind: benchmarkKind.optional(),
})

const stepStatus = z.enum(['planned', 'running', 'completed', 'failed', 'cancelled'])

export const benchmarkSummary = runViewOf('benchmark').extend({
  kind: benchmarkKind,
  nodeName: z.string(),
  subject: z.string().describe('A table, a disk, or queries of the log.'),
  steps: z.object({
    planned: z.number().int(),
    running: z.number().int(),
    completed: z.number().int(),
    failed: z.number().int(),
    cancelled: z.number().int(),
  }),
})
export type BenchmarkSummary = z.infer<typeof benchmarkSummary>
export const benchmarkPage = z.object({
  benchmarks: z.array(benchmarkSummary),
  next: z.string().nullable(),
})

/** Output form: bigint instead of the ledger's text. */
const figuresView = z.object({
  readRows: z.bigint(),
  readBytes: z.bigint().describe('Uncompressed.'),
  resultRows: z.bigint(),
  storeBytes: z.bigint().describe('Read from object storage, bypassing a cache or filling it.'),
  missedBytes: z.bigint().describe('Cache misses.'),
  cacheBytes: z.bigint(),
  storeRequests: z.bigint().describe('GETs.'),
  memoryBytes: z.bigint(),
  cpuMs: z.number(),
  cachedBeforeBytes: z
    .bigint()
    .nullable()
    .describe('Of the table, when the query was sent. Null: not checked.'),
})

const verdict = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('as-said') }),
  z.object({ kind: z.literal('other'), reason: z.string() }),
  z.object({ kind: z.literal('unknown'), reason: z.string() }),
])

const tierRun = z.object({
  ordinal: z.number().int(),
  tier: z.enum(benchTiers),
  round: z.number().int(),
  status: stepStatus,
  queryId: z.string().nullable(),
  sentAt: z.date().nullable(),
  elapsedMs: z.number().nullable().describe('As the server measured it.'),
  figures: figuresView.nullable(),
  verdict: verdict.nullable().describe('Whether it read from its tier. Null: it has not succeeded.'),
  centsPerRun: z.number().nullable(),
  error: z.string().nullable().describe('Only for admins.'),
})
export type TierRunView = z.infer<typeof tierRun>

const tierSummary = z.object({
  tier: z.enum(benchTiers),
  runs: z.number().int().describe('That ended well.'),
  counted: z.number().int().describe('Of these, runs that read from their tier. Only these count below.'),
  medianMs: z.number().nullable(),
  lowerQuartileMs: z.number().nullable(),
  upperQuartileMs: z.number().nullable(),
  fastestMs: z.number().nullable(),
  slowestMs: z.number().nullable(),
  typical: figuresView.nullable().describe('Of the median run.'),
  centsPerRun: z.number().nullable(),
})

const copy = z.object({
  kind: z.enum(['copy-hot', 'copy-cold']),
  partitionId: z.string(),
  status: stepStatus,
  elapsedMs: z.number().nullable(),
  rows: z.bigint().nullable(),
  bytes: z.bigint().nullable(),
  error: z.string().nullable(),
})

const scratchLeft = z
  .array(z.object({ name: z.string(), error: z.string().nullable() }))
  .describe('Scratch tables that are not dropped yet.')

const sentStatement = z.object({
  statement: z.string().describe('With its settings.'),
  queryId: z.string().nullable(),
  sentAt: z.date(),
})
export type SentStatementView = z.infer<typeof sentStatement>

const sent = z
  .array(sentStatement)
  .describe('Last statements of each step, including preparation and the drops of its tables.')

export const tierBenchmarkDetail = benchmarkSummary.extend({
  spec: tierBenchmarkSpec.describe('Only admins can see the text of its query.'),
  hidesSql: z.boolean(),
  statements: z
    .array(z.object({ tier: z.enum(benchTiers), sql: z.string() }))
    .describe('Query that measures each tier. {table} stands for the table or its copy. For admins.'),
  tiers: z.array(tierSummary),
  runs: z.array(tierRun),
  copies: z.array(copy),
  sent: sent.describe('As sent, in order. For admins.'),
  scratchLeft,
})
export type TierBenchmarkDetail = z.infer<typeof tierBenchmarkDetail>

const statement = z.string().nullable().describe('Last sent, with its settings. Null: none was sent.')

const conformanceResult = z.object({
  check: z.enum(conformanceChecks),
  status: stepStatus,
  elapsedMs: z.number().nullable(),
  sentAt: z.date().nullable(),
  queryId: z.string().nullable(),
  statement,
  note: z.string().nullable().describe('What was counted.'),
  error: z.string().nullable(),
})
export type ConformanceResult = z.infer<typeof conformanceResult>

export const conformanceDetail = benchmarkSummary.extend({
  spec: conformanceSpec,
  checks: z.array(conformanceResult),
  sent,
  scratchLeft,
})
export type ConformanceDetail = z.infer<typeof conformanceDetail>

export const diskBenchmarkDraft = z.object({
  cluster: clusterKey,
  spec: diskBenchmarkSpec.omit({ kind: true }),
})

const diskSummary = z.object({
  runs: z.number().int(),
  medianMs: z.number().nullable(),
  lowerQuartileMs: z.number().nullable(),
  upperQuartileMs: z.number().nullable(),
  fastestMs: z.number().nullable(),
  slowestMs: z.number().nullable(),
  rowsPerSecond: z.number().nullable().describe('In the median time.'),
  bytesPerSecond: z.number().nullable().describe('Size on disk, in the median time.'),
  requests: z.bigint().nullable().describe('Requests to the store: PUTs of an insert, GETs of a read.'),
})

const diskCase = z.object({
  key: z.string(),
  format: z.enum(partFormats),
  columns: z.number().int(),
  parts: z.number().int(),
  files: z.bigint().nullable(),
  bytes: z.bigint().nullable().describe('On the disk.'),
  steps: z.record(z.enum(diskSteps), diskSummary),
})
export type DiskCaseResult = z.infer<typeof diskCase>

const diskRun = z.object({
  ordinal: z.number().int(),
  key: z.string(),
  step: z.enum(diskSteps),
  round: z.number().int(),
  status: stepStatus,
  elapsedMs: z.number().nullable().describe('As the server measured it.'),
  queryId: z.string().nullable(),
  statement,
  sentAt: z.date().nullable(),
  requests: z.bigint().nullable(),
  storeBytes: z.bigint().nullable(),
  cacheBytes: z.bigint().nullable(),
  fault: z.string().nullable().describe('Why it is not counted.'),
})
export type DiskRunView = z.infer<typeof diskRun>

export const diskBenchmarkDetail = benchmarkSummary.extend({
  spec: diskBenchmarkSpec,
  cases: z.array(diskCase),
  runs: z.array(diskRun),
  sent,
  scratchLeft,
})
export type DiskBenchmarkDetail = z.infer<typeof diskBenchmarkDetail>
