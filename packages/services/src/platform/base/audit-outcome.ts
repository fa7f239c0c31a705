/** Outcome of an action, as in the audit. `requested`: accepted, the result follows in another entry. */
export const auditOutcomes = ['requested', 'succeeded', 'partly', 'failed', 'cancelled', 'denied'] as const
export type AuditOutcome = (typeof auditOutcomes)[number]

/** For several nodes or tables that were all to be changed. */
export function outcomeOfMany(done: readonly boolean[]): AuditOutcome {
  if (done.length > 0 && !done.includes(false)) return 'succeeded'
  return done.includes(true) ? 'partly' : 'failed'
}

/**
 * For a run that has ended. A cancelled one did not fail, and one that failed after some of its work succeeded partly.
 */
export function outcomeOfRun({ status, didSome }: { status: string; didSome: boolean }): AuditOutcome {
  if (status === 'cancelled') return 'cancelled'
  if (status === 'failed') return didSome ? 'partly' : 'failed'
  return 'succeeded'
}
