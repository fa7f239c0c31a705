import { z } from 'zod'
import { tableRef } from '../../placement/table/schema.ts'
import { coverage, observed } from '../reading/schema.ts'
import { perMonth } from './costs-schema.ts'

export const getTtlSavingInput = tableRef.omit({ fresh: true }).extend({
  volume: z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe(
      'Default: the target of an existing rule by age, otherwise the coldest volume on object storage.',
    ),
  column: z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe('Column for the age if no rule moves there yet. Default: a column of the partition key.'),
  days: z.coerce.number().int().min(0).max(36_500).describe('Age at which rows are due to move there.'),
})

const savedAt = z.object({
  at: z.date(),
  cooledBytes: z.number(),
  removedBytes: z.number(),
  perMonth,
})

export const ttlSaving = observed(
  z.object({
    coverage,
    currency: z.string(),
    ttl: z.string().describe('The rules with the new age.'),
    storedAge: z.string().nullable().describe('Age in the current rule. Null: no rule moves there.'),
    volume: z.string(),
    shared: z.boolean().describe('Replicas share one copy on object storage, which counts once.'),
    perMonth: perMonth.describe('Storage by the stored TTL, now.'),
    points: z
      .array(savedAt)
      .describe('Saving compared with the stored TTL, now and in 30, 90, 180 and 365 days.'),
  }),
)
export type TtlSaving = z.infer<typeof ttlSaving>
