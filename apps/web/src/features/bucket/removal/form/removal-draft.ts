import { type OrphanKind, orphanKinds } from '@frostline/domain'
import { readDecimal } from '@frostline/ui'
import type { RouterInputs } from '@/trpc/router-outputs.ts'

type Choice = RouterInputs['orphanRemovals']['preview']['choice']

export interface RemovalDraft {
  kinds: readonly OrphanKind[]
  prefix: string
  /** Days. Empty: whatever the audit has found. */
  olderThan: string
}

/** What is to be counted, or what is wrong by field. */
export function readRemovalDraft(
  { kinds, prefix, olderThan }: RemovalDraft,
  now: Date,
): { choice: Choice } | { faults: Partial<Record<keyof RemovalDraft, string>> } {
  const faults: Partial<Record<keyof RemovalDraft, string>> = {}
  if (kinds.length === 0) faults.kinds = 'Choose at least one kind.'
  const ofAnyAge = olderThan.trim() === ''
  const days = ofAnyAge ? 0 : readDecimal(olderThan)
  if (!(days <= 3_650)) faults.olderThan = 'Enter 0 to 3650 days.'
  if (Object.keys(faults).length > 0) return { faults }
  return {
    choice: {
      kinds: orphanKinds.filter((kind) => kinds.includes(kind)),
      prefix: prefix.trim(),
      changedBefore: ofAnyAge ? null : new Date(now.getTime() - days * 86_400_000).toISOString(),
    },
  }
}

/** Hours; `never` is for those who want a second person in any case. */
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
