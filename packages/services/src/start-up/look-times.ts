/** Between two looks at a node that runs: its history tells to this when it went away. */
export const lookMs = 10_000
/** At one that is away or still loading: and to this when it came back. */
export const closeLookMs = 2_000
/** After so long it is no restart that somebody waits for: the node is read as seldom as the others again. */
const closeForMs = 15 * 60_000
/** At one that does not answer what it is asked about its parts, which is no small question where there are many. */
export const unansweredLookMs = 60_000
/** What is known of a node for the time when it is away is at most this old, while it answers. */
export const knownForMs = 10 * 60_000

/** The look after one that found the node away or loading `sinceMs` ago. */
export function nextCloseLook(now: Date, since: Date): Date {
  const soon = now.getTime() - since.getTime() < closeForMs
  return new Date(now.getTime() + (soon ? closeLookMs : lookMs))
}
