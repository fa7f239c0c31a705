import { z } from 'zod'
import { coverage, observed } from '../reading/schema.ts'
import { tableRef } from '../table/schema.ts'
import { perMonth } from './costs-schema.ts'

export const getTtlSavingInput = tableRef.omit({ fresh: true }).extend({
  volume: z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe('Default: where a rule moves rows by their age, else the coldest on object storage.'),
  column: z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe('Whose age counts where no rule moves there yet. Default: one of the partition key.'),
  days: z.coerce
    .number()
    .int()
    .min(0)
    .max(36_500)
    .describe('Rows are due to move there when they are this old.'),
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
    ttl: z.string().describe('The rules with the other age.'),
    storedAge: z.string().nullable().describe('As the rule says it now. Null: none moves there.'),
    volume: z.string(),
    shared: z.boolean().describe('Replicas share one copy on object storage, which counts once.'),
    perMonth: perMonth.describe('Storage by the stored TTL, now.'),
    points: z
      .array(savedAt)
      .describe('Now, and in 30, 90, 180 and 365 days; less than the stored TTL costs.'),
  }),
)
export type TtlSaving = z.infer<typeof ttlSaving>
