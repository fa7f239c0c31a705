import { warmupPace, warmupSpec } from '@frostline/domain'
import { z } from 'zod'
import { afterOrdinal } from '../../platform/base/page.ts'
import { clusterKey, coverage, observed } from '../../platform/reading/schema.ts'
import { runRef, runViewOf } from '../../platform/run/run-schema.ts'

/** A warm-up as requested. */
export const warmupDraft = z.object({
  cluster: clusterKey,
  spec: warmupSpec,
  bytesPerSecond: warmupPace
    .default(null)
    .describe('Max bytes per second read from the store, per node. Null: no limit.'),
})
export type WarmupDraft = z.input<typeof warmupDraft>

const extent = z.object({
  node: z.string(),
  cache: z.string(),
  partitionId: z.string(),
  newestAt: z.date().nullable().describe('Time range of its parts. Null: no times.'),
  wantedBytes: z.bigint().describe('Size of the files of the selected columns behind the cache.'),
  cachedBytes: z.bigint().describe('Of these.'),
})

const warmupRoom = z.object({
  node: z.string(),
  shard: z.number().int(),
  cache: z.string(),
  limitBytes: z.bigint(),
  sizeBytes: z.bigint().describe('Current content, of all tables.'),
  protectedShare: z
    .number()
    .nullable()
    .describe('For an SLRU cache: the protected part, for data read twice. Null: another policy.'),
  hitsThreshold: z.bigint().describe('Reads before a segment is cached.'),
})
export type WarmupRoom = z.infer<typeof warmupRoom>

const warmupFit = z.object({
  node: z.string(),
  cache: z.string(),
  partitions: z.number().int(),
  wantedBytes: z.bigint(),
  cachedBytes: z.bigint().describe('Of these, now.'),
  toFetchBytes: z.bigint(),
  freeBytes: z.bigint(),
  evictedBytes: z.bigint().describe('Max bytes to evict for it.'),
  verdict: z.enum(['cached', 'fits', 'evicts', 'refused']),
  reason: z.string().nullable(),
})
export type WarmupFitView = z.infer<typeof warmupFit>

export const warmupPreview = observed(
  z.object({
    coverage,
    rooms: z.array(warmupRoom),
    extents: z.array(extent).describe('Of all partitions behind a cache, selected or not.'),
    columns: z.array(z.object({ name: z.string(), type: z.string(), compressedBytes: z.bigint() })),
    nodesWithoutTable: z.array(z.string()),
    replicated: z.boolean().describe('One replica of each shard may be warmed up instead of all.'),
    unseenShards: z
      .array(z.number().int())
      .describe('With a node that did not answer, and no other node that has the table.'),
    bytesBehindNoCache: z
      .bigint()
      .describe('All columns of parts on disks without a cache. These parts are excluded.'),
    fits: z.array(warmupFit),
    steps: z.number().int(),
    statement: z.object({ node: z.string(), sql: z.string() }).nullable().describe('The first one.'),
    obstacle: z.string().nullable().describe('Why it could not be started now.'),
  }),
)
export type WarmupPreview = z.infer<typeof warmupPreview>

export const warmupPaceInput = runRef.extend({ bytesPerSecond: warmupPace })

const stepCounts = z.object({
  planned: z.number().int(),
  running: z.number().int(),
  completed: z.number().int(),
  failed: z.number().int(),
  cancelled: z.number().int(),
})

const warmupSummary = runViewOf('cache-warmup').extend({
  database: z.string(),
  table: z.string(),
  bytesPerSecond: z.bigint().nullable(),
  wantedBytes: z.bigint(),
  cachedBytes: z.bigint().describe('Of these, at planning time.'),
  doneBytes: z.bigint().describe('Selected bytes of completed partitions.'),
  fetchedBytes: z.bigint().describe('Read from the store, including marks, by all reads whose end is known.'),
  requests: z.bigint(),
  steps: stepCounts,
})
export type WarmupSummary = z.infer<typeof warmupSummary>
export const warmupPage = z.object({ warmups: z.array(warmupSummary), next: z.string().nullable() })

const measuredRun = z.object({
  moment: z.enum(['before', 'after']),
  nodeName: z.string(),
  queryId: z.string(),
  sentAt: z.date(),
  finishedAt: z.date().nullable(),
  elapsedMs: z.number().nullable(),
  storeBytes: z.bigint().nullable().describe('Over all nodes involved. Null: a log is missing.'),
  cacheBytes: z.bigint().nullable(),
  requests: z.bigint().nullable(),
  readRows: z.bigint().nullable(),
  error: z.string().nullable(),
})

export const warmupDetail = warmupSummary.extend({
  spec: warmupSpec.describe('Only admins can see its SQL.'),
  hidesSql: z.boolean(),
  columns: z.array(z.string()).describe('That are read.'),
  cachedAfterBytes: z
    .bigint()
    .nullable()
    .describe('Cached share of the selected bytes at its end, as shown by the nodes. Null: not ended.'),
  runs: z.array(measuredRun),
  comparison: z
    .object({
      coldShare: z
        .number()
        .nullable()
        .describe('For the first run: 1 if everything was read from the store.'),
      speedUp: z.number().nullable(),
    })
    .nullable(),
})
export type WarmupDetail = z.infer<typeof warmupDetail>

const warmupStepStatus = z.enum(['planned', 'running', 'completed', 'failed', 'cancelled'])
export const listWarmupStepsInput = runRef.extend({
  status: warmupStepStatus.optional(),
  after: afterOrdinal('row'),
  limit: z.coerce.number().int().min(1).max(500).default(100),
})
const warmupStepView = z.object({
  ordinal: z.number().int(),
  nodeName: z.string(),
  cacheName: z.string(),
  partitionId: z.string(),
  wantedBytes: z.bigint(),
  cachedBytes: z.bigint().describe('Of these, at planning time.'),
  status: warmupStepStatus,
  attempts: z.number().int(),
  reading: z.number().int().describe('1: fetch. 2: verify.'),
  queryId: z.string().nullable(),
  sentAt: z.date().nullable(),
  startedAt: z.date().nullable(),
  finishedAt: z.date().nullable(),
  fetchedBytes: z.bigint(),
  requests: z.bigint(),
  provedCacheBytes: z.bigint().nullable().describe('Cache hits of the last read. Null: no query_log.'),
  provedStoreBytes: z.bigint().nullable().describe('Cache misses of the last read. 0: everything is cached.'),
  cachedAfterBytes: z.bigint().nullable().describe('At the end of the warm-up.'),
  errorCode: z.number().int().nullable(),
  error: z.string().nullable().describe('Of a condition. For admins only.'),
})
export type WarmupStepView = z.infer<typeof warmupStepView>
export const warmupStepRef = runRef.extend({ ordinal: z.coerce.number().int().min(0).max(2_147_483_647) })
export const warmupStepDetail = warmupStepView.extend({
  sql: z.string().nullable().describe('Null: it has a condition, which only admins can see.'),
})
export type WarmupStepDetail = z.infer<typeof warmupStepDetail>
export const warmupStepPage = z.object({
  total: z.number().int(),
  steps: z.array(warmupStepView),
  next: z.number().int().nullable(),
})

export const warmupProgressView = observed(
  z.object({
    readings: z.array(
      z.object({
        node: z.string(),
        queryId: z.string(),
        ordinal: z.number().int(),
        elapsedMs: z.number(),
        fetchedBytes: z.bigint().describe('Read from the store so far.'),
      }),
    ),
  }),
)
export type WarmupProgressView = z.infer<typeof warmupProgressView>
