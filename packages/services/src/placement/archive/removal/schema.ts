import { z } from 'zod'
import { listRunsInput, runRef, runViewOf } from '../../../platform/run/run-schema.ts'

const states = ['planned', 'detaching', 'dropping', 'removed'] as const

/** Days that restored rows are kept after they were compared. */
export const keepDays = z
  .number()
  .int()
  .min(1)
  .max(3_650)
  .nullable()
  .describe('The restored rows are removed again so many days after they were compared. Null: they stay.')

export const keepRestoredInput = runRef.extend({
  days: z
    .number()
    .int()
    .min(0)
    .max(3_650)
    .nullable()
    .describe('Days from now until the restored rows are removed. 0: now. Null: they stay.'),
})
export type KeepRestoredInput = z.input<typeof keepRestoredInput>

export const keepRestoredPreview = z.object({
  database: z.string(),
  table: z.string(),
  removeAt: z.date().nullable().describe('Null: never, or all of it is not compared yet.'),
  partitions: z.number().int().describe('Restored and not removed yet.'),
  rows: z.bigint(),
  obstacles: z.array(z.string()).describe('If not empty, the time cannot be changed.'),
  warnings: z.array(z.string()).describe('What would be kept anyway.'),
})
export type KeepRestoredPreview = z.infer<typeof keepRestoredPreview>

export const setKeepRestoredInput = keepRestoredInput.extend({
  expectedRows: z
    .string()
    .regex(/^\d{1,19}$/)
    .describe('Restored rows, as shown by the preview.'),
})
export type SetKeepRestoredInput = z.input<typeof setKeepRestoredInput>
export const keptRestored = z.object({ id: z.string(), removeAt: z.date().nullable() })

export const listRestoreRemovalsInput = listRunsInput.extend({
  restoreId: z.uuid().optional().describe('Only those of a restore.'),
})
const removalSummary = runViewOf('restore-removal').extend({
  restoreId: z.string(),
  archiveId: z.string(),
  mode: z.enum(['into', 'beside']),
  database: z.string(),
  table: z.string(),
  note: z.string().nullable().describe('Of beside: whether the new table was dropped.'),
  partitions: z.number().int(),
  removedPartitions: z.number().int(),
  rows: z.bigint(),
})
export type RestoreRemovalSummary = z.infer<typeof removalSummary>
export const restoreRemovalPage = z.object({
  removals: z.array(removalSummary),
  next: z.string().nullable(),
})
export const restoreRemovalDetail = removalSummary.extend({
  steps: z.array(
    z.object({
      shard: z.number().int(),
      node: z.string(),
      partition: z.string(),
      rows: z.bigint(),
      state: z.enum(states),
      removedAt: z.date().nullable(),
    }),
  ),
})
export type RestoreRemovalDetail = z.infer<typeof restoreRemovalDetail>
