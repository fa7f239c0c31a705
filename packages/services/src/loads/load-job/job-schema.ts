import {
  badRowsRule,
  duplicateParts,
  duplicateRule,
  loadSpec,
  lostReplicaRule,
  takeOver,
} from '@frostline/domain'
import { z } from 'zod'
import { afterOrdinal } from '../../platform/base/page.ts'
import { coverage, freshFlag, observed } from '../../platform/reading/schema.ts'
import { listRunsOfKindInput, runRef, runViewOf } from '../../platform/run/run-schema.ts'
import { loadCheckView } from './schema.ts'

const [, skipRule, collectRule] = badRowsRule.options
export const retryLoadInput = runRef.extend({
  badRows: z
    .discriminatedUnion('kind', [skipRule, collectRule])
    .optional()
    .describe('How bad rows of the remaining objects are handled. Omitted: as planned.'),
})

export const loadDuplicatesInput = runRef.extend({
  duplicates: duplicateRule.describe(
    'wait: until the deduplication window has passed. load: stage the rows again in parts that the server does not deduplicate. adopt: count them as loaded where the table is verified to have the rows.',
  ),
})

export const loadLostReplicaInput = runRef.extend({
  lostReplica: lostReplicaRule.describe(
    'take-over: when a node of a replicated table has not answered for so long, and Keeper has its replica as inactive, another replica of its shard takes over. wait: the load waits for it.',
  ),
})

const loadFileStatus = z.enum(['waiting', 'loading', 'loaded', 'failed', 'changed', 'cancelled'])
const loadBatchStatus = z.enum(['planned', 'loading', 'publishing', 'completed', 'failed', 'cancelled'])

export const listLoadsInput = listRunsOfKindInput.extend({
  pipeline: z.uuid().optional().describe('Only those started by this pipeline.'),
  like: z.uuid().optional().describe('Only those related to this load, including the load itself.'),
  common: z
    .enum(['table', 'objects'])
    .default('table')
    .describe('How they are related: same target table, or same objects.'),
})

export const loadSummary = runViewOf('load-job').extend({
  sourceId: z.string().nullable().describe('Null: the source has been removed.'),
  sourceName: z.string(),
  pipelineId: z.string().nullable().describe('The pipeline that started it.'),
  title: z.string(),
  database: z.string(),
  table: z.string(),
  strategy: z.enum(['single-node', 'cluster', 'reshard', 'split']),
  threads: z
    .object({ read: z.number().int().nullable(), write: z.number().int().nullable() })
    .describe('Per statement. Null: server default.'),
  totalFiles: z.number().int(),
  totalBytes: z.bigint(),
  files: z.object({
    waiting: z.number().int(),
    loading: z.number().int(),
    loaded: z.number().int(),
    failed: z.number().int(),
    changed: z.number().int(),
    cancelled: z.number().int(),
  }),
  loadedBytes: z.bigint().describe('Of objects that are in the table: bytes in the bucket.'),
  loadedRows: z.bigint(),
  skippedRows: z.bigint(),
})
export type LoadSummary = z.infer<typeof loadSummary>
export const loadPage = z.object({ loads: z.array(loadSummary), next: z.string().nullable() })

export const loadDetail = loadSummary.extend({
  spec: loadSpec,
  checks: z.array(loadCheckView),
  takeOvers: z.array(takeOver).describe('Replicas that were lost while it ran, and who stages instead.'),
  rowsBefore: z.bigint().nullable(),
  rowsAfter: z.bigint().nullable(),
  batches: z.array(
    z.object({
      ordinal: z.number().int(),
      status: loadBatchStatus,
      attempt: z.number().int(),
      files: z.number().int(),
      failedFiles: z
        .number()
        .int()
        .describe('Files that failed or changed in the bucket. The other files of the batch are loaded.'),
      sizeBytes: z.bigint(),
      loadedBytes: z.bigint().describe('Of its files that are in the table: bytes in the bucket.'),
      loadedRows: z.bigint().describe('Rows of these files.'),
      rows: z.bigint().nullable(),
      waitReason: z.string().nullable(),
      awaitsQuorum: z
        .boolean()
        .describe(
          'All of it is in the table, and too few replicas have it: waitReason says which ones lack it.',
        ),
      keepsStaged: z
        .boolean()
        .describe('Its rows are staged on the nodes. A retry of a cancelled load continues from them.'),
      leftOut: z
        .array(duplicateParts)
        .nullable()
        .describe('Staged parts that the replicated table has received before and would deduplicate.'),
      errorCode: z.number().int().nullable(),
      error: z.string().nullable(),
      startedAt: z.date().nullable(),
      loadedAt: z.date().nullable(),
      finishedAt: z.date().nullable(),
    }),
  ),
  failures: z
    .array(
      z.object({
        ordinal: z.number().int(),
        key: z.string(),
        status: loadFileStatus,
        nodeName: z.string().nullable().describe('The node that read it.'),
        errorCode: z.number().int().nullable(),
        error: z.string().nullable(),
        errorRow: z.bigint().nullable().describe('The first bad row, counted from 1 within the object.'),
      }),
    )
    .describe('The first objects that failed or changed. Use listLoadFiles for all.'),
})
export type LoadDetail = z.infer<typeof loadDetail>

export const listLoadFilesInput = runRef.extend({
  status: loadFileStatus.optional(),
  search: z.string().max(1_024).default('').describe('Part of the key, case-insensitive.'),
  after: afterOrdinal('file'),
  limit: z.coerce.number().int().min(1).max(1_000).default(200),
})
const loadFileView = z.object({
  ordinal: z.number().int(),
  key: z.string(),
  sizeBytes: z.bigint(),
  etag: z.string(),
  modifiedAt: z.date(),
  batchOrdinal: z.number().int(),
  status: loadFileStatus,
  attempts: z.number().int(),
  rows: z.bigint().nullable(),
  skippedRows: z.bigint().nullable(),
  nodeName: z.string().nullable(),
  queryId: z.string().nullable(),
  errorCode: z.number().int().nullable(),
  error: z.string().nullable(),
  errorRow: z.bigint().nullable(),
  loadedAt: z.date().nullable(),
})
export type LoadFileView = z.infer<typeof loadFileView>
export const loadFilePage = z.object({
  total: z.number().int().describe('Files that match status and search.'),
  files: z.array(loadFileView),
  next: z.number().int().nullable(),
})

export const badRowsInput = runRef.extend({
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
  fresh: freshFlag,
})
export const badRowsView = observed(
  z.object({
    database: z.string(),
    table: z.string().describe('The table that holds them, on each node.'),
    rows: z
      .array(
        z.object({
          node: z.string(),
          object: z.string().describe('bucket/key'),
          rowNumber: z.bigint().describe('Row number in the object, as counted by the server.'),
          reason: z.string().describe('Message of the server. Empty: no message.'),
          raw: z.string().describe('At most 2,000 characters of the row as stored in the object.'),
        }),
      )
      .describe('The first ones, by object and row.'),
  }),
)
export type BadRowsView = z.infer<typeof badRowsView>

export const loadBatchRef = runRef.extend({ ordinal: z.coerce.number().int().min(0).max(2_147_483_647) })
export const loadBatchDetail = z.object({
  ordinal: z.number().int(),
  statements: z.array(
    z.object({
      queryId: z.string(),
      attempt: z.number().int(),
      nodeName: z.string(),
      sql: z.string(),
      status: z.enum(['sent', 'succeeded', 'failed', 'unknown', 'stopped', 'unsent']),
      errorCode: z.number().int().nullable(),
      error: z.string().nullable(),
      sentAt: z.date(),
      endedAt: z.date().nullable(),
    }),
  ),
  publishes: z.array(
    z.object({
      nodeName: z.string(),
      tableKind: z.string(),
      partitionId: z.string(),
      rows: z.bigint(),
      presentRows: z
        .bigint()
        .describe('Rows that the table was verified to have before. They were not loaded again.'),
      publishedAt: z.date().nullable(),
    }),
  ),
})
export type LoadBatchDetail = z.infer<typeof loadBatchDetail>

export const loadProgressView = observed(
  z.object({
    nodes: z.array(
      z.object({
        node: z.string(),
        statements: z.number().int(),
        readBytes: z.bigint().describe('Read from the store, as stored there.'),
        readRows: z.bigint(),
        writtenRows: z.bigint(),
        stagedParts: z.bigint().describe('Staged, and not in the table yet.'),
        stagedBytes: z.bigint().describe('Size of these rows on disk.'),
        memoryBytes: z.bigint(),
        requests: z.bigint(),
        elapsedMs: z.number(),
      }),
    ),
    readBytes: z.bigint().describe('Of running statements, over the nodes that answered.'),
  }),
)
export type LoadProgressView = z.infer<typeof loadProgressView>

export const loadCosts = observed(
  z.object({
    coverage,
    nodes: z.array(
      z.object({
        node: z.string(),
        shard: z.number().int(),
        replica: z.number().int(),
        rows: z.bigint().describe('Rows that this load published, by the load history.'),
        partitions: z.number().int().describe('Number of partitions published there.'),
        parts: z.number().int().describe('Parts published there, before merges.'),
        queue: z
          .object({ files: z.bigint(), bytes: z.bigint() })
          .nullable()
          .describe(
            'Queue of the Distributed table on this node, from any source. Null: the table is not Distributed, or not known.',
          ),
        readBytes: z.bigint().nullable().describe('From the store. Null: its query_log does not have it.'),
        requests: z.bigint().nullable().describe('GET, HEAD and LIST.'),
        storeErrors: z.bigint().nullable().describe('Requests that failed in the store and were retried.'),
        cpuMs: z.number().nullable(),
        peakMemoryBytes: z.bigint().nullable().describe('Of one statement.'),
      }),
    ),
  }),
)
export type LoadCosts = z.infer<typeof loadCosts>
