import {
  badRowsRule,
  duplicateParts,
  duplicateRule,
  loadSpec,
  lostReplicaRule,
  takeOver,
} from '@frostline/domain'
import { z } from 'zod'
import { listRunsInput, pausableRunStatuses, runSummary } from '../base/run-schema.ts'
import { coverage, freshFlag, observed, queryFlag } from '../reading/schema.ts'
import { loadCheckView } from './schema.ts'

export const loadRef = z.object({ id: z.uuid().describe('Id of the load job.') })

const [, skipRule, collectRule] = badRowsRule.options
export const retryLoadInput = loadRef.extend({
  badRows: z
    .discriminatedUnion('kind', [skipRule, collectRule])
    .optional()
    .describe('What becomes of bad rows of the objects that are left. Left out: as the load was planned.'),
})

export const loadDuplicatesInput = loadRef.extend({
  duplicates: duplicateRule.describe(
    'wait: until the deduplication window has passed. load: staged anew in parts that the server takes for others. adopt: counted as loaded where the table is proved to have the rows.',
  ),
})

export const loadLostReplicaInput = loadRef.extend({
  lostReplica: lostReplicaRule.describe(
    'take-over: when a node of a replicated table has not answered for so long, and Keeper has its replica as inactive, another replica of its shard stages instead. wait: it is waited for.',
  ),
})

export const loadStatus = z.enum(pausableRunStatuses)
export const loadFileStatus = z.enum(['waiting', 'loading', 'loaded', 'failed', 'changed', 'cancelled'])
export const loadBatchStatus = z.enum([
  'planned',
  'loading',
  'publishing',
  'completed',
  'failed',
  'cancelled',
])

export const listLoadsInput = listRunsInput.extend({
  pipeline: z.uuid().optional().describe('Only those that this pipeline began.'),
  active: queryFlag.optional().describe('Only those under way or paused.'),
  like: z
    .uuid()
    .optional()
    .describe('Only those that have something in common with this load, itself among them.'),
  common: z
    .enum(['table', 'objects'])
    .default('table')
    .describe('What they have in common with it: the table they load into, or the objects they read.'),
})

export const loadSummary = runSummary.extend({
  sourceId: z.string().nullable().describe('Null: the source was removed since.'),
  sourceName: z.string(),
  pipelineId: z.string().nullable().describe('The pipeline that began it.'),
  title: z.string(),
  database: z.string(),
  table: z.string(),
  strategy: z.enum(['single-node', 'cluster', 'reshard', 'split']),
  threads: z
    .object({ read: z.number().int().nullable(), write: z.number().int().nullable() })
    .describe('Of a statement. Null: as the server has it.'),
  status: loadStatus,
  pausedBy: z.string().nullable(),
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
        .describe('Failed, or changed in the bucket; the others of its files are loaded.'),
      sizeBytes: z.bigint(),
      rows: z.bigint().nullable(),
      waitReason: z.string().nullable(),
      keepsStaged: z
        .boolean()
        .describe('Its rows are staged on the nodes: a retry of a cancelled load goes on from them.'),
      leftOut: z
        .array(duplicateParts)
        .nullable()
        .describe('Staged parts that the replicated table was given before and would leave out.'),
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
        nodeName: z.string().nullable().describe('That has read it.'),
        errorCode: z.number().int().nullable(),
        error: z.string().nullable(),
        errorRow: z.bigint().nullable().describe('The first bad row, counted from 1 within the object.'),
      }),
    )
    .describe('The first objects that failed or changed; listLoadFiles has all.'),
})
export type LoadDetail = z.infer<typeof loadDetail>

export const listLoadFilesInput = loadRef.extend({
  status: loadFileStatus.optional(),
  search: z.string().max(1_024).default('').describe('Part of the key, in any case.'),
  after: z.coerce
    .number()
    .int()
    .min(-1)
    .max(2_147_483_647)
    .default(-1)
    .describe('Ordinal of the last file of the page before.'),
  limit: z.coerce.number().int().min(1).max(1_000).default(200),
})
export const loadFileView = z.object({
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
  total: z.number().int().describe('Files that fit status and search.'),
  files: z.array(loadFileView),
  next: z.number().int().nullable(),
})

export const badRowsInput = loadRef.extend({
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
          rowNumber: z.bigint().describe('Of the object, as the server counts.'),
          reason: z.string().describe('In the words of the server; empty where it says none.'),
          raw: z.string().describe('At most 2,000 characters of the row as it lies in the object.'),
        }),
      )
      .describe('The first ones, by object and row.'),
  }),
)
export type BadRowsView = z.infer<typeof badRowsView>

export const loadBatchRef = loadRef.extend({ ordinal: z.coerce.number().int().min(0).max(2_147_483_647) })
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
        .describe('Rows that the table was proved to have before; they were not brought in again.'),
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
        readBytes: z.bigint().describe('From the store, as they lie there.'),
        readRows: z.bigint(),
        writtenRows: z.bigint(),
        stagedParts: z.bigint().describe('Written, and not in the table yet.'),
        stagedBytes: z.bigint().describe('The same on disk.'),
        memoryBytes: z.bigint(),
        requests: z.bigint(),
        elapsedMs: z.number(),
      }),
    ),
    readBytes: z.bigint().describe('Of statements under way, over the nodes that answered.'),
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
        rows: z.bigint().describe('In its table by this load, from the ledger.'),
        partitions: z.number().int().describe('Times that a partition arrived there.'),
        parts: z.number().int().describe('Parts that arrived there, before any of them was merged.'),
        queue: z
          .object({ files: z.bigint(), bytes: z.bigint() })
          .nullable()
          .describe(
            'What the Distributed table has taken there, from whomever, and not sent on. Null: it is none, or not known.',
          ),
        readBytes: z.bigint().nullable().describe('From the store. Null: its query_log does not have it.'),
        requests: z.bigint().nullable().describe('GET, HEAD and LIST.'),
        storeErrors: z.bigint().nullable().describe('Requests that the store failed, and were repeated.'),
        cpuMs: z.number().nullable(),
        peakMemoryBytes: z.bigint().nullable().describe('Of one statement.'),
      }),
    ),
  }),
)
export type LoadCosts = z.infer<typeof loadCosts>
