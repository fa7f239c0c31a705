import {
  archiveChoice,
  archiveFormats,
  archiveStages,
  archiveStepStates,
  maxGraceHours,
  minGraceHours,
  usualGraceHours,
} from '@frostline/domain'
import { z } from 'zod'
import { afterOrdinal } from '../../platform/base/page.ts'
import { clusterKey } from '../../platform/reading/schema.ts'
import { listRunsInput, runRef, runViewOf } from '../../platform/run/run-schema.ts'
import { bucketHoldView, holdView, keepFiles, retentionView } from './retention/schema.ts'
import { fileStorageClass } from './storage-class.ts'

const identifier = z.string().min(1).max(255)

/** A folder of a bucket: empty, or with a slash at its end. */
const folder = z
  .string()
  .max(500)
  .regex(
    /^(?:[A-Za-z0-9._-]+\/)*$/,
    'Use letters, digits, dots, hyphens and underscores, with a slash at the end.',
  )
  .refine((text) => !/(?:^|\/)\.\.?\//.test(text), 'A folder cannot be named . or ..')
  .default('')
  .describe('Folder of the bucket. Files go below frostline-archive/ in it.')

export const archivePreviewInput = z.object({
  cluster: clusterKey,
  database: identifier,
  table: identifier,
  choice: archiveChoice,
  source: z.object({ id: z.string().min(1).max(200), bucket: z.string().min(1).max(63) }),
  prefix: folder,
})
export type ArchivePreviewInput = z.input<typeof archivePreviewInput>

const archiveCost = z
  .object({
    currency: z.string(),
    coldPerMonth: z.number().describe('These partitions of all replicas on the cold tier.'),
    archivePerMonth: z.number(),
    once: z.number().describe('Writing and proving the files.'),
    perRead: z.number().describe('Reading all files once, in place or for a restore.'),
    readsPerMonthLimit: z
      .number()
      .nullable()
      .describe('So many such reads cost what the storage saves. Null: reads are free, or nothing is saved.'),
  })
  .describe('By the price book, for object storage.')

const previewStep = z.object({
  shard: z.number().int(),
  node: z.string().describe('The replica that writes and proves.'),
  partitionId: z.string(),
  partition: z.string(),
  parts: z.number().int(),
  rows: z.bigint(),
  bytes: z.bigint().describe('On disk. Files are about as large.'),
  files: z.number().int(),
  newest: z.date().nullable().describe('Newest value of the partition key. Null: it has no date or time.'),
})

export const archivePreview = z.object({
  observedAt: z.date(),
  folder: z.string().describe('Where the files go, without the partition.'),
  steps: z.array(previewStep).describe('One per shard and partition, at most 2,000.'),
  rows: z.bigint(),
  bytes: z.bigint(),
  files: z.number().int(),
  columns: z.number().int().describe('Stored columns.'),
  format: z
    .enum(archiveFormats)
    .describe('Of the files. Native where Parquet does not keep a type of the table.'),
  cost: archiveCost.describe('Files are estimated as large as the parts.'),
  remarks: z
    .array(
      z.object({
        column: z.string(),
        type: z.string(),
        outcome: z.enum(['refused', 'remark']),
        text: z.string(),
      }),
    )
    .describe('Columns that are refused, or written as another type.'),
  obstacles: z.array(z.string()).describe('If not empty, no archive can be started.'),
  warnings: z.array(z.string()),
})
export type ArchivePreview = z.infer<typeof archivePreview>

export const startArchiveInput = archivePreviewInput.extend({
  graceHours: z
    .number()
    .int()
    .min(minGraceHours)
    .max(maxGraceHours)
    .default(usualGraceHours)
    .describe('Time in quarantine, detached, before the partitions are dropped.'),
  retention: keepFiles.default(null),
  storageClass: fileStorageClass,
  expectedRows: z
    .string()
    .regex(/^\d{1,19}$/)
    .describe('As shown by the preview.'),
  expectedPartitions: z.number().int().min(1).max(2_000).describe('Partitions of all shards, as shown.'),
})
export type StartArchiveInput = z.input<typeof startArchiveInput>

/** What the page has shown, so that nobody decides on something else. */
export const archiveDecision = runRef.extend({
  expectedRows: z
    .string()
    .regex(/^\d{1,19}$/)
    .describe('Rows that are removed, as shown on the page.'),
})

export const listArchivesInput = listRunsInput.extend({
  database: identifier.optional().describe('With table: only archives of this table.'),
  table: identifier.optional(),
})

const archiveSum = z.object({
  state: z.enum(archiveStepStates),
  partitions: z.number().int(),
  rows: z.bigint(),
  bytes: z.bigint().describe('Of the parts on disk.'),
})

const archiveSummary = runViewOf('archive').extend({
  database: z.string(),
  table: z.string(),
  sourceId: z.string().nullable().describe('Null: the source was removed.'),
  sourceName: z.string(),
  bucket: z.string(),
  prefix: z.string(),
  stage: z.enum(archiveStages),
  graceHours: z.number().int(),
  approvedBy: z.string().nullable(),
  approvedAt: z.date().nullable(),
  detachedAt: z.date().nullable(),
  dropAt: z.date().nullable().describe('When the drop starts by itself.'),
  dropApprovedBy: z.string().nullable().describe('Null: the grace time was over.'),
  retention: retentionView.nullable().describe('How long its files are kept. Null: forever.'),
  expiresAt: z
    .date()
    .nullable()
    .describe('When its files are deleted. Null: never, or the drop has not ended.'),
  hold: holdView.nullable().describe('While it has a legal hold, none of its files is deleted.'),
  storageClass: z.string().describe('That its files are put into.'),
  bucketHold: bucketHoldView.nullable().describe('Null: it never had a legal hold.'),
  sums: z.array(archiveSum),
  files: z.number().int(),
  fileBytes: z.bigint().describe('Of proved files.'),
})
export type ArchiveSummary = z.infer<typeof archiveSummary>
export const archivePage = z.object({ archives: z.array(archiveSummary), next: z.string().nullable() })

const columnView = z.object({ name: z.string(), type: z.string(), fileType: z.string() })

export const archiveDetail = archiveSummary.extend({
  folder: z.string(),
  ddl: z.string(),
  columns: z.array(columnView),
  cost: archiveCost.nullable().describe('Null: no file is proved.'),
  comparedAt: z.date().nullable().describe('When its files were last compared with the bucket.'),
  compareError: z.string().nullable().describe('Why the last comparison was not possible.'),
  faults: z
    .array(z.object({ key: z.string(), partition: z.string(), kind: z.enum(['missing', 'changed']) }))
    .describe('Files that are not as they were proved, at most 100.'),
  faultCount: z.number().int(),
  storageNote: z.string().nullable().describe('Why the store did not put files into their storage class.'),
  classes: z
    .array(
      z.object({
        storageClass: z.string().nullable().describe('As last seen in the bucket. Null: not seen yet.'),
        files: z.number().int(),
        bytes: z.bigint(),
      }),
    )
    .describe('Files by storage class, also of what lifecycle rules have done.'),
  mayDropNow: z.boolean().describe('Whether the caller is an admin and another person than who approved.'),
})
export type ArchiveDetail = z.infer<typeof archiveDetail>

export const listArchiveStepsInput = runRef.extend({
  after: afterOrdinal('partition'),
  limit: z.coerce.number().int().min(1).max(500).default(100),
})

const archiveStep = z.object({
  ordinal: z.number().int(),
  shard: z.number().int(),
  partitionId: z.string(),
  partition: z.string(),
  state: z.enum(archiveStepStates),
  nodeName: z.string().nullable(),
  rows: z.bigint().describe('Planned, until the parts are frozen.'),
  bytes: z.bigint(),
  lateRows: z.bigint().nullable().describe('Rows that arrived later. They stay in the table.'),
  files: z.number().int(),
  provedFiles: z.number().int(),
  fileBytes: z.bigint(),
  oldest: z
    .date()
    .nullable()
    .describe('Of the dates and times in the partition key. Null: none, or not frozen yet.'),
  newest: z.date().nullable(),
  keyMin: z.string().nullable().describe('Smallest value of the first key column.'),
  keyMax: z.string().nullable(),
  checksum: z.string().nullable().describe('Of whole rows. Null: not proved.'),
  manifestKey: z.string().nullable(),
  error: z.string().nullable(),
  provedAt: z.date().nullable(),
})
export type ArchiveStepView = z.infer<typeof archiveStep>
export const archiveStepPage = z.object({
  total: z.number().int(),
  steps: z.array(archiveStep),
  next: z.number().int().nullable(),
})

export const archiveStepRef = runRef.extend({ ordinal: z.coerce.number().int().min(0).max(2_147_483_647) })
export const archiveStepDetail = z.object({
  files: z.array(
    z.object({
      key: z.string().nullable(),
      state: z.enum(['planned', 'writing', 'written', 'proved']),
      attempt: z.number().int(),
      rows: z.bigint(),
      sizeBytes: z.bigint().nullable(),
      etag: z.string().nullable(),
      statement: z.string().nullable().describe('As sent, with the keys hidden.'),
      error: z.string().nullable(),
    }),
  ),
  columns: z
    .array(z.object({ name: z.string(), checksum: z.string() }))
    .describe('Checksums of columns. Empty: not proved.'),
})
export type ArchiveStepDetail = z.infer<typeof archiveStepDetail>
