/** The last answer of a node. */
export interface NodeAnswer {
  atMs: number
  uptimeSeconds: number
}

/**
 * Whether a node that answers now is the same process that answered before. The uptime of a process never goes back, and
 * one that ran at the last look started before it; both hold when a clock is set, which a comparison of start times
 * does not. Uptimes are whole seconds, rounded down.
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

/** Starts of a node that are kept. */
export const keptStarts = 50
