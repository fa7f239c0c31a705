import { warmupPace, warmupSpec } from '@frostline/domain'
import { z } from 'zod'
import { listRunsInput, pausableRunStatuses, runSummary } from '../base/run-schema.ts'
import { clusterKey, coverage, observed, queryFlag } from '../reading/schema.ts'

/** A warm-up as a person asks for it. */
export const warmupDraft = z.object({
  cluster: clusterKey,
  spec: warmupSpec,
  bytesPerSecond: warmupPace
    .default(null)
    .describe('Of each node, from the store. Null: as fast as it goes.'),
})
export type WarmupDraft = z.input<typeof warmupDraft>

const extent = z.object({
  node: z.string(),
  cache: z.string(),
  partitionId: z.string(),
  newestAt: z.date().nullable().describe('Of the times in its parts. Null: they hold none.'),
  wantedBytes: z.bigint().describe('Of the files of the chosen columns, behind the cache.'),
  cachedBytes: z.bigint().describe('Of these.'),
})

export const warmupRoom = z.object({
  node: z.string(),
  shard: z.number().int(),
  cache: z.string(),
  limitBytes: z.bigint(),
  sizeBytes: z.bigint().describe('What it holds now, of all tables.'),
  protectedShare: z
    .number()
    .nullable()
    .describe('Of a segmented cache: kept for what was read twice. Null: another policy.'),
  hitsThreshold: z.bigint().describe('Reads before a segment is kept.'),
})
export type WarmupRoom = z.infer<typeof warmupRoom>

export const warmupFit = z.object({
  node: z.string(),
  cache: z.string(),
  partitions: z.number().int(),
  wantedBytes: z.bigint(),
  cachedBytes: z.bigint().describe('Of these, now.'),
  toFetchBytes: z.bigint(),
  freeBytes: z.bigint(),
  evictedBytes: z.bigint().describe('What has to go for it, at most.'),
  verdict: z.enum(['cached', 'fits', 'evicts', 'refused']),
  reason: z.string().nullable(),
})
export type WarmupFitView = z.infer<typeof warmupFit>

export const warmupPreview = observed(
  z.object({
    coverage,
    rooms: z.array(warmupRoom),
    extents: z.array(extent).describe('Of all partitions behind a cache, chosen or not.'),
    columns: z.array(z.object({ name: z.string(), type: z.string(), compressedBytes: z.bigint() })),
    nodesWithoutTable: z.array(z.string()),
    replicated: z.boolean().describe('One replica of each shard may be warmed up instead of all.'),
    unseenShards: z
      .array(z.number().int())
      .describe('With a node that could not be looked at, and no other one that has the table.'),
    bytesBehindNoCache: z
      .bigint()
      .describe('Of parts on disks without a cache, all columns: they are left out.'),
    fits: z.array(warmupFit),
    steps: z.number().int(),
    statement: z.object({ node: z.string(), sql: z.string() }).nullable().describe('The first one.'),
    obstacle: z.string().nullable().describe('Why it could not be started now.'),
  }),
)
export type WarmupPreview = z.infer<typeof warmupPreview>

export const warmupRef = z.object({ id: z.uuid().describe('Id of the warm-up.') })
export const warmupStatus = z.enum(pausableRunStatuses)

export const warmupPaceInput = warmupRef.extend({ bytesPerSecond: warmupPace })

export const listWarmupsInput = listRunsInput.extend({
  active: queryFlag.optional().describe('Only those under way.'),
})

const stepCounts = z.object({
  planned: z.number().int(),
  running: z.number().int(),
  completed: z.number().int(),
  failed: z.number().int(),
  cancelled: z.number().int(),
})

export const warmupSummary = runSummary.extend({
  database: z.string(),
  table: z.string(),
  status: warmupStatus,
  bytesPerSecond: z.bigint().nullable(),
  pausedBy: z.string().nullable(),
  wantedBytes: z.bigint(),
  cachedBytes: z.bigint().describe('Of these, when it was planned.'),
  doneBytes: z.bigint().describe('Wanted bytes of the partitions that are through.'),
  fetchedBytes: z.bigint().describe('From the store, with marks; each reading whose end is known.'),
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
  storeBytes: z.bigint().nullable().describe('Over all nodes that had a part in it. Null: a log is missing.'),
  cacheBytes: z.bigint().nullable(),
  requests: z.bigint().nullable(),
  readRows: z.bigint().nullable(),
  error: z.string().nullable(),
})
export type MeasuredRunView = z.infer<typeof measuredRun>

export const warmupDetail = warmupSummary.extend({
  spec: warmupSpec.describe('The text of its SQL is for admins.'),
  hidesSql: z.boolean(),
  columns: z.array(z.string()).describe('That are read.'),
  cachedAfterBytes: z
    .bigint()
    .nullable()
    .describe('Of the wanted bytes, at its end, as the nodes showed. Null: before its end.'),
  runs: z.array(measuredRun),
  comparison: z
    .object({
      coldShare: z.number().nullable().describe('Of the first run: 1 when all came from the store.'),
      speedUp: z.number().nullable(),
    })
    .nullable(),
})
export type WarmupDetail = z.infer<typeof warmupDetail>

export const warmupStepStatus = z.enum(['planned', 'running', 'completed', 'failed', 'cancelled'])
export const listWarmupStepsInput = warmupRef.extend({
  status: warmupStepStatus.optional(),
  after: z.coerce
    .number()
    .int()
    .min(-1)
    .max(2_147_483_647)
    .default(-1)
    .describe('Ordinal of the last row of the page before.'),
  limit: z.coerce.number().int().min(1).max(500).default(100),
})
export const warmupStepView = z.object({
  ordinal: z.number().int(),
  nodeName: z.string(),
  cacheName: z.string(),
  partitionId: z.string(),
  wantedBytes: z.bigint(),
  cachedBytes: z.bigint().describe('Of these, when it was planned.'),
  status: warmupStepStatus,
  attempts: z.number().int(),
  reading: z.number().int().describe('1 fetches, 2 proves.'),
  queryId: z.string().nullable(),
  sentAt: z.date().nullable(),
  startedAt: z.date().nullable(),
  finishedAt: z.date().nullable(),
  fetchedBytes: z.bigint(),
  requests: z.bigint(),
  provedCacheBytes: z.bigint().nullable().describe('From the cache by the last reading. Null: no query_log.'),
  provedStoreBytes: z.bigint().nullable().describe('Not in the cache for the last reading. 0: all is there.'),
  cachedAfterBytes: z.bigint().nullable().describe('At the end of the whole.'),
  errorCode: z.number().int().nullable(),
  error: z.string().nullable().describe('Of a condition: only for admins.'),
})
export type WarmupStepView = z.infer<typeof warmupStepView>
export const warmupStepRef = warmupRef.extend({ ordinal: z.coerce.number().int().min(0).max(2_147_483_647) })
export const warmupStepDetail = warmupStepView.extend({
  sql: z.string().nullable().describe('Null: it has a condition, whose text is for admins.'),
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
        fetchedBytes: z.bigint().describe('From the store so far.'),
      }),
    ),
  }),
)
export type WarmupProgressView = z.infer<typeof warmupProgressView>
