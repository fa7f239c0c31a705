import { archiveRetention, retentionUnits } from '@frostline/domain'
import { z } from 'zod'
import { listRunsInput, runRef, runViewOf } from '../../../platform/run/run-schema.ts'

export const keepFiles = archiveRetention
  .nullable()
  .describe('How long the files are kept after the drop. Then they are deleted. Null: forever.')

export const archiveRetentionInput = runRef.extend({ retention: keepFiles })
export type ArchiveRetentionInput = z.input<typeof archiveRetentionInput>

export const archiveRetentionPreview = z.object({
  expiresAt: z
    .date()
    .nullable()
    .describe('When files are deleted, at the earliest. Null: never, or the drop has not ended.'),
  partitions: z.number().int().describe('Whose files are deleted.'),
  rows: z.bigint(),
  rowsRestored: z.bigint().describe('Of these, rows that were restored into the table.'),
  files: z.number().int().describe('With manifests.'),
  bytes: z.bigint(),
  obstacles: z.array(z.string()).describe('If not empty, the retention cannot be changed.'),
  warnings: z.array(z.string()),
})
export type ArchiveRetentionPreview = z.infer<typeof archiveRetentionPreview>

export const setArchiveRetentionInput = archiveRetentionInput.extend({
  expectedRows: z
    .string()
    .regex(/^\d{1,19}$/)
    .describe('Rows of the files, as shown by the preview.'),
  expectedExpiresAt: z.coerce.date<Date | string>().nullable().describe('As shown, within an hour.'),
})
export type SetArchiveRetentionInput = z.input<typeof setArchiveRetentionInput>

export const archiveHoldInput = runRef.extend({
  reason: z.string().trim().min(1, 'Enter a reason.').max(500).describe('Such as the case or the request.'),
})

/** Of an archive. */
export const retentionView = z.object({
  count: z.number().int(),
  unit: z.enum(retentionUnits),
  setBy: z.string(),
  setAt: z.date(),
})
export const holdView = z.object({ reason: z.string(), by: z.string(), at: z.date() })
export const bucketHoldView = z.object({
  state: z
    .enum(['pending', 'held', 'cleared', 'unsupported', 'failed'])
    .describe('Of the legal hold of the store, for buckets with object lock. pending: a worker sets it.'),
  note: z.string().nullable(),
})

export const archiveKeptChanged = z.object({
  id: z.string(),
  expiresAt: z.date().nullable(),
  begun: z.number().int().describe('Partitions with files that were deleted before.'),
})

export const listArchiveExpiriesInput = listRunsInput.extend({
  archiveId: z.uuid().optional().describe('Only those of an archive.'),
})
const expirySummary = runViewOf('archive-expiry').extend({
  archiveId: z.string(),
  database: z.string(),
  table: z.string(),
  partitions: z.number().int(),
  deletedPartitions: z.number().int(),
  rows: z.bigint(),
})
export type ArchiveExpirySummary = z.infer<typeof expirySummary>
export const archiveExpiryPage = z.object({
  expiries: z.array(expirySummary),
  next: z.string().nullable(),
})
export const archiveExpiryDetail = expirySummary.extend({
  steps: z.array(
    z.object({
      shard: z.number().int(),
      partition: z.string(),
      rows: z.bigint(),
      files: z.number().int(),
      deletedFiles: z.number().int(),
      fileBytes: z.bigint(),
      deletedAt: z.date().nullable(),
    }),
  ),
})
export type ArchiveExpiryDetail = z.infer<typeof archiveExpiryDetail>
