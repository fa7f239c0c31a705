import type { Tone } from '@frostline/ui'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'

export type AuditEntry = RouterOutputs['audit']['list']['entries'][number]
export type Outcome = AuditEntry['outcome']

export const outcomes = ['requested', 'succeeded', 'failed', 'denied'] as const satisfies readonly Outcome[]

export const outcomeLooks: Record<Outcome, { tone: Tone; meaning: string }> = {
  requested: { tone: 'accent', meaning: 'Accepted; another entry tells how it ended.' },
  succeeded: { tone: 'ok', meaning: 'Done.' },
  failed: { tone: 'danger', meaning: 'Tried, and it did not work.' },
  denied: { tone: 'warn', meaning: 'Refused: the role or the password did not allow it.' },
}
