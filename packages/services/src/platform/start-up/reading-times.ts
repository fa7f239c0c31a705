/** Interval for a running node: its history shows when it went down to this precision. */
export const lookMs = 10_000
/** Interval for one that is down or loading: the precision of when it came back. */
export const closeReadingMs = 2_000
/** After this it is no restart that someone waits for: the node is read as rarely as the others again. */
const closeForMs = 15 * 60_000
/** Interval for one that does not answer queries about its parts, which are expensive where there are many. */
export const unansweredReadingMs = 60_000
/** Maximum age of the figures kept for when a node is down, while it answers. */
export const knownForMs = 10 * 60_000

/** The next reading after one that found the node down or loading for `sinceMs`. */
export function nextCloseReading(now: Date, since: Date): Date {
  const soon = now.getTime() - since.getTime() < closeForMs
  return new Date(now.getTime() + (soon ? closeReadingMs : lookMs))
}
