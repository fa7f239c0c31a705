import { generationSpec } from '@frostline/domain'
import { z } from 'zod'
import { afterOrdinal } from '../../platform/base/page.ts'
import { clusterKey, observed } from '../../platform/reading/schema.ts'
import { runRef, runViewOf } from '../../platform/run/run-schema.ts'

/** A generation as requested. */
export const generationDraft = z.object({ cluster: clusterKey, spec: generationSpec })
export type GenerationDraft = z.input<typeof generationDraft>

export const generationPreview = z.object({
  observedAt: z.date(),
  elapsedMs: z.number(),
  files: z.number().int().describe('For a query: the maximum.'),
  statements: z.number().int(),
  writers: z.array(z.string()).describe('Nodes that write.'),
  pattern: z.string().describe('Pattern for a load of these files.'),
  sample: z.object({
    node: z.string(),
    columns: z.array(z.object({ name: z.string(), type: z.string() })),
    rows: z.array(z.array(z.string().nullable())).describe('The first rows, values as text. Null is NULL.'),
    queries: z.array(
      z.object({ name: z.string(), sql: z.string(), elapsedMs: z.number(), rows: z.number().int() }),
    ),
  }),
  estimate: z
    .object({
      sampledRows: z.number().int(),
      sizeBytes: z.bigint().describe('Estimate for all files, by the size of the first rows.'),
      packed: z.boolean().describe('False: size as text, before compression.'),
    })
    .nullable()
    .describe('Null for columnar formats: the size is known after the first files.'),
  statement: z
    .object({ node: z.string(), sql: z.string() })
    .describe('The first statement, with hidden keys.'),
  obstacle: z.string().nullable().describe('Why it could not be started now.'),
})
export type GenerationPreview = z.infer<typeof generationPreview>

const generationSummary = runViewOf('data-generation').extend({
  sourceId: z.string().nullable().describe('Null: the source has been removed.'),
  sourceName: z.string(),
  bucket: z.string(),
  prefix: z.string(),
  kind: z.enum(['template', 'query']),
  template: z.string().nullable().describe('Null for a query.'),
  totalFiles: z.number().int().describe('For a query: the maximum.'),
  totalRows: z.bigint().describe('For a query: the maximum.'),
  writtenFiles: z.number().int(),
  writtenRows: z.bigint(),
  writtenBytes: z.bigint().describe('As listed by the store.'),
})
export type GenerationSummary = z.infer<typeof generationSummary>
export const generationPage = z.object({
  generations: z.array(generationSummary),
  next: z.string().nullable(),
})

export const generationDetail = generationSummary.extend({
  format: z.string(),
  compression: z.string(),
  rowsPerFile: z.number().int(),
  statementsPerNode: z.number().int(),
  query: z.string().nullable().describe('Only for admins.'),
  pattern: z.string().describe('Pattern for a load of these files.'),
  chunks: z.object({
    planned: z.number().int(),
    running: z.number().int(),
    completed: z.number().int(),
    failed: z.number().int(),
    cancelled: z.number().int(),
  }),
})
export type GenerationDetail = z.infer<typeof generationDetail>

const generationChunkStatus = z.enum(['planned', 'running', 'completed', 'failed', 'cancelled'])
export const listGenerationChunksInput = runRef.extend({
  status: generationChunkStatus.optional(),
  after: afterOrdinal('row'),
  limit: z.coerce.number().int().min(1).max(500).default(100),
})
const generationChunkView = z.object({
  ordinal: z.number().int(),
  firstFile: z.number().int(),
  files: z.number().int(),
  firstRow: z.bigint(),
  rows: z.bigint(),
  status: generationChunkStatus,
  attempts: z.number().int(),
  nodeName: z.string().nullable(),
  queryId: z.string().nullable(),
  sentAt: z.date().nullable(),
  finishedAt: z.date().nullable(),
  writtenFiles: z.number().int().nullable(),
  writtenRows: z.bigint().nullable(),
  writtenBytes: z.bigint().nullable(),
  errorCode: z.number().int().nullable(),
  error: z.string().nullable().describe('For a query: admins only.'),
})
export type GenerationChunkView = z.infer<typeof generationChunkView>
export const generationChunkRef = runRef.extend({
  ordinal: z.coerce.number().int().min(0).max(2_147_483_647),
})
export const generationChunkDetail = generationChunkView.extend({
  sql: z
    .string()
    .nullable()
    .describe('With hidden keys. Null: not sent yet, or a query, which only admins can see.'),
})
export type GenerationChunkDetail = z.infer<typeof generationChunkDetail>
export const generationChunkPage = z.object({
  total: z.number().int(),
  chunks: z.array(generationChunkView),
  next: z.number().int().nullable(),
})

export const generationProgressView = observed(
  z.object({
    statements: z.array(
      z.object({
        node: z.string(),
        queryId: z.string(),
        elapsedMs: z.number(),
        rows: z.bigint().describe('Made so far.'),
        sentBytes: z.bigint().describe('Sent to the store so far. A part is sent when it is full.'),
        memoryBytes: z.bigint(),
      }),
    ),
  }),
)
export type GenerationProgressView = z.infer<typeof generationProgressView>
