import { z } from 'zod'

/**
 * What a tier migration is to reach on one table.
 * `partitions` names partition ids. `older-than` takes every partition whose newest row is before the moment,
 * `newer-than` every other one that has a date. `align-replicas` brings each partition to one volume on all replicas
 * of its shard: where most of its bytes lie (of equals the colder), the coldest that holds any of it, or where the
 * replica of that number in each shard has most of it.
 */
export const tierMigrationGoal = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('partitions'),
    partitionIds: z.array(z.string().min(1).max(1024)).min(1).max(100_000),
  }),
  z.object({ kind: z.literal('older-than'), before: z.iso.datetime({ offset: true }) }),
  z.object({ kind: z.literal('newer-than'), from: z.iso.datetime({ offset: true }) }),
  z
    .object({
      kind: z.literal('align-replicas'),
      to: z.enum(['most-bytes', 'coldest', 'replica']),
      replica: z
        .number()
        .int()
        .min(1)
        .max(100)
        .optional()
        .describe('Number of the reference replica in each shard.'),
    })
    .refine((goal) => (goal.to === 'replica') === (goal.replica !== undefined), {
      path: ['replica'],
      error: 'Set the number of the reference replica only with `to: replica`.',
    }),
])

export type TierMigrationGoal = z.infer<typeof tierMigrationGoal>
