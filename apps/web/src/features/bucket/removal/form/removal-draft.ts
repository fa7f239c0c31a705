import { type OrphanKind, orphanKinds } from '@frostline/domain'
import { z } from 'zod'
import { choice, decimalNumber, emptyOr } from '@/form/field-schemas.ts'
import type { Choice } from '../removal.ts'

export const removalForm = z.object({
  kinds: choice<ReadonlySet<OrphanKind>>()
    .refine((kinds) => kinds.size > 0, 'Choose at least one kind.')
    .transform((kinds) => orphanKinds.filter((kind) => kinds.has(kind))),
  prefix: z.string().trim(),
  /** Days; null: everything that the audit found. */
  olderThan: emptyOr(decimalNumber(0, 3_650, 'Enter 0 to 3650 days.'), null),
})

export function choiceOf({ kinds, prefix, olderThan }: z.output<typeof removalForm>, now: Date): Choice {
  const changedBefore =
    olderThan === null ? null : new Date(now.getTime() - olderThan * 86_400_000).toISOString()
  return { kinds, prefix, changedBefore }
}

/** Hours; `never` always requires a second person. */
export const waits = [
  { value: '24', label: 'after 1 day' },
  { value: '72', label: 'after 3 days' },
  { value: '168', label: 'after 7 days' },
  { value: '720', label: 'after 30 days' },
  { value: 'never', label: 'only after approval by a second person' },
] as const
export type Wait = (typeof waits)[number]['value']

export function readWait(wait: Wait): number | null {
  return wait === 'never' ? null : Number(wait)
}
