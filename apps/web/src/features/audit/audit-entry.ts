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
  requested: { tone: 'accent', meaning: 'Accepted; another entry tells how it ended.' },
  succeeded: { tone: 'ok', meaning: 'Done.' },
  partly: { tone: 'warn', meaning: 'Some of it was done; the entry says what was not.' },
  failed: { tone: 'danger', meaning: 'Tried, and it did not work.' },
  cancelled: { tone: 'neutral', meaning: 'Stopped by a person. What was done by then stays.' },
  denied: { tone: 'warn', meaning: 'Refused: the role or the password did not allow it.' },
}
