import type { Tone } from '@frostline/ui'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'

export type AuditEntry = RouterOutputs['audit']['list']['entries'][number]
export type Outcome = AuditEntry['outcome']

export const outcomes = [
  'requested',
  'succeeded',
  'partly',
  'failed',
  'cancelled',
  'denied',
] as const satisfies readonly Outcome[]

export const outcomeLooks: Record<Outcome, { tone: Tone; meaning: string }> = {
  requested: { tone: 'accent', meaning: 'Accepted. Another entry records the outcome.' },
  succeeded: { tone: 'ok', meaning: 'Done.' },
  partly: { tone: 'warn', meaning: 'Partly done. The entry says what was not done.' },
  failed: { tone: 'danger', meaning: 'Failed.' },
  cancelled: { tone: 'neutral', meaning: 'Cancelled by a user. What was done before that is kept.' },
  denied: { tone: 'warn', meaning: 'Refused, because of the role or a wrong password.' },
}
