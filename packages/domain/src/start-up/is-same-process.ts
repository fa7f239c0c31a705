/** The last answer of a node. */
export interface NodeAnswer {
  atMs: number
  uptimeSeconds: number
}

/**
 * Whether a node that answers now is the same process as before. A process's uptime never decreases, and one that ran
 * at the last reading started before it. Both hold across clock changes, unlike a comparison of start times. Uptimes
 * are whole seconds, rounded down.
 */
export function isSameProcess(before: NodeAnswer, now: NodeAnswer): boolean {
  if (now.uptimeSeconds < before.uptimeSeconds) return false
  const latestStartMs = now.atMs - now.uptimeSeconds * 1000
  return latestStartMs - 1000 <= before.atMs
}

/** When the process started, to the second. */
export function startOf({ atMs, uptimeSeconds }: NodeAnswer): number {
  return atMs - uptimeSeconds * 1000
}

/** Starts kept per node. */
export const keptStarts = 50
