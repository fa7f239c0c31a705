import { retrievalTiers } from '@frostline/domain'
import { z } from 'zod'
import { listRunsInput, runViewOf } from '../../platform/run/run-schema.ts'
import { keepDays } from './removal/schema.ts'

const identifier = z.string().min(1).max(255)
const modes = ['into', 'beside'] as const

export const archiveRestoreInput = z.object({
  archiveId: z.uuid().describe('ID of the archive.'),
  partitionIds: z
    .array(z.string().min(1).max(200))
    .max(1_000)
    .default([])
    .describe('Of all shards. Empty: all partitions of the archive.'),
  timeRange: z
    .object({ from: z.date(), to: z.date() })
    .refine(({ from, to }) => from < to, 'The range ends before it begins.')
    .optional()
    .describe('Instead of partitionIds: whole partitions that have rows of this range, without its end.'),
  mode: z
    .enum(modes)
    .describe('into: the archived table, where these partitions are empty. beside: a new MergeTree table.'),
  table: identifier
    .optional()
    .describe('Of beside: the new table, in the same database. Default: with a suffix.'),
  retrievalTier: z
    .enum(retrievalTiers)
    .default('standard')
    .describe('Of files that have to be retrieved first: bulk takes longer and costs less.'),
  retrievalDays: z
    .number()
    .int()
    .min(1)
    .max(365)
    .default(7)
    .describe('How long the store keeps the retrieved copies.'),
  keepDays: keepDays.default(null),
  volume: z
    .string()
    .min(1)
    .max(255)
    .nullable()
    .default(null)
    .describe(
      'Restored partitions are moved to it after they were compared. Null: they stay where inserts go.',
    ),
})
export type ArchiveRestoreInput = z.input<typeof archiveRestoreInput>

export const archiveRestorePreview = z.object({
  database: z.string(),
  table: z.string(),
  steps: z.array(
    z.object({
      shard: z.number().int(),
      node: z.string().describe('The node that loads it.'),
      partitionId: z.string(),
      partition: z.string(),
      rows: z.bigint(),
      files: z.number().int(),
      fileBytes: z.bigint(),
      oldest: z.date().nullable().describe('Of the dates and times in the partition key. Null: none.'),
      newest: z.date().nullable(),
    }),
  ),
  rows: z.bigint(),
  bytes: z.bigint().describe('Of the archived parts on disk: the size that approval rules compare.'),
  fileBytes: z.bigint(),
  createSql: z.string().nullable().describe('Creates the new table. Null: it exists.'),
  retrieval: z
    .object({
      files: z.number().int(),
      bytes: z.bigint(),
      hours: z.number().int().describe('Until all can be read, at the latest.'),
      cost: z.number().describe('By the price book.'),
      currency: z.string(),
    })
    .nullable()
    .describe('Files in a storage class that has to be retrieved first. Null: all can be read.'),
  volumes: z.array(z.string()).describe('Of the storage policy of the table, on each node that answers.'),
  obstacles: z.array(z.string()).describe('If not empty, no restore can be started.'),
  warnings: z.array(z.string()),
})
export type ArchiveRestorePreview = z.infer<typeof archiveRestorePreview>

export const listArchiveRestoresInput = listRunsInput.extend({
  archiveId: z.uuid().optional().describe('Only those of an archive.'),
})

const restoreSummary = runViewOf('archive-restore').extend({
  archiveId: z.string(),
  mode: z.enum(modes),
  database: z.string(),
  table: z.string(),
  partitions: z.number().int(),
  provedPartitions: z.number().int(),
  rows: z.bigint(),
  provedAt: z.date().nullable(),
  retrievalTier: z
    .enum(retrievalTiers)
    .nullable()
    .describe('Files are retrieved from their storage class first. Null: they can be read.'),
  retrievedAt: z.date().nullable().describe('When all files could be read.'),
  kept: z
    .object({ days: z.number().int(), setBy: z.string() })
    .nullable()
    .describe('The restored rows are removed again. Null: they stay.'),
  removeAt: z.date().nullable().describe('When they are removed. Null: never, or not all were compared yet.'),
  removedPartitions: z.number().int(),
  volume: z
    .string()
    .nullable()
    .describe('Where the partitions are moved after they were compared. Null: they stay.'),
  moveId: z.string().nullable().describe('The tier migration that moves them.'),
  movedAt: z.date().nullable(),
})
export type ArchiveRestoreSummary = z.infer<typeof restoreSummary>
export const archiveRestorePage = z.object({
  restores: z.array(restoreSummary),
  next: z.string().nullable(),
})

export const archiveRestoreDetail = restoreSummary.extend({
  steps: z.array(
    z.object({
      shard: z.number().int(),
      node: z.string(),
      partition: z.string(),
      rows: z.bigint(),
      loadId: z.string().nullable().describe('The load that brings the rows.'),
      loadStatus: z.string().nullable(),
      checksum: z.string().nullable().describe('Of the restored rows. Null: not compared yet.'),
      provedAt: z.date().nullable(),
      removedAt: z.date().nullable().describe('When the restored rows were removed again.'),
      error: z.string().nullable(),
    }),
  ),
})
export type ArchiveRestoreDetail = z.infer<typeof archiveRestoreDetail>
