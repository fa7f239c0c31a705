import { z } from 'zod'

/** engine: named as the server names objects of a disk. */
export const orphanKinds = ['engine', 'other', 'upload'] as const
export type OrphanKind = (typeof orphanKinds)[number]

/** Which findings of an audit are removed. */
export const removalChoice = z.object({
  kinds: z
    .array(z.enum(orphanKinds))
    .min(1, 'Choose at least one kind.')
    .max(orphanKinds.length)
    .default(['engine'])
    .describe('Orphans with ClickHouse names, orphans with other names, stale multipart uploads.'),
  prefix: z
    .string()
    .max(1_024)
    .default('')
    .describe('Only keys below this prefix. Each disk has its own prefix.'),
  changedBefore: z.iso
    .datetime({ offset: true })
    .nullable()
    .default(null)
    .describe(
      'Only objects changed, or uploads started, before this time. Null: everything the audit found.',
    ),
})
export type RemovalChoice = z.infer<typeof removalChoice>

/** Gives people at least a day to notice what is missing. */
export const minWaitHours = 24
export const usualWaitHours = 7 * 24
export const maxWaitHours = 365 * 24

/** The store copies larger objects only in parts, which is not atomic. */
export const maxCopyBytes = 5n * 1024n ** 3n
