import { type AlertCondition, makeCondition } from './alert-condition.ts'

export interface WatchedAuditDestination {
  name: string
  waitingEntries: number
  /** The oldest entry that the receiver does not have. Null: it has all. */
  oldestWaitingMs: number | null
  lastError: string | null
}

/** @param fault what the last verification has found. */
export function judgeAuditChain(fault: string | null): AlertCondition[] {
  if (fault === null) return []
  const text = `${fault} Compare it with the entries at a destination, and verify again.`
  return [makeCondition('audit-broken', { subject: 'hash chain', text, nodes: [], evidence: [] })]
}

/** @param minutes how long an entry may wait. */
export function judgeAuditDestinations(
  destinations: readonly WatchedAuditDestination[],
  minutes: number,
  nowMs: number,
): AlertCondition[] {
  return destinations.flatMap(({ name, waitingEntries, oldestWaitingMs, lastError }) => {
    const waiting = oldestWaitingMs === null ? -1 : Math.floor((nowMs - oldestWaitingMs) / 60_000)
    if (waiting < minutes) return []
    const entries = waitingEntries === 1 ? '1 audit entry has' : `${waitingEntries} audit entries have`
    const why = lastError === null ? 'Check that a worker runs.' : `The last attempt failed: ${lastError}`
    return makeCondition('audit-behind', {
      subject: name,
      text: `${entries} not reached the destination ${name}, the oldest for ${waiting} minutes. ${why}`,
      nodes: [],
      evidence: [],
    })
  })
}
