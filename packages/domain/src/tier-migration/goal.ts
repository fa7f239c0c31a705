import { z } from 'zod'

/**
 * What a tier migration is to reach on one table.
 * `partitions` names partition ids. `older-than` takes every partition whose newest row is before the moment.
 */
export const tierMigrationGoal = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('partitions'),
    partitionIds: z.array(z.string().min(1).max(1024)).min(1).max(100_000),
  }),
  z.object({ kind: z.literal('older-than'), before: z.iso.datetime({ offset: true }) }),
])

export type TierMigrationGoal = z.infer<typeof tierMigrationGoal>
