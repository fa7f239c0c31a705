/** How what was asked for has ended, as the audit says it. `requested`: accepted, the end follows in another entry. */
export const auditOutcomes = ['requested', 'succeeded', 'partly', 'failed', 'cancelled', 'denied'] as const
export type AuditOutcome = (typeof auditOutcomes)[number]

/** Of several nodes or tables that were all to be changed. */
export function outcomeOfMany(done: readonly boolean[]): AuditOutcome {
  if (done.length > 0 && !done.includes(false)) return 'succeeded'
  return done.includes(true) ? 'partly' : 'failed'
}

/**
 * Of a run that has come to rest. One that was cancelled did not fail, and one that failed after it did some of its
 * work has done it partly.
 */
export function outcomeOfRun({ status, didSome }: { status: string; didSome: boolean }): AuditOutcome {
  if (status === 'cancelled') return 'cancelled'
  if (status === 'failed') return didSome ? 'partly' : 'failed'
  return 'succeeded'
}
