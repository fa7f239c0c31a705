import { z } from 'zod'

/** What the ledger keeps of a pass while it is under way. */
export const passFigures = z.object({
  /** Places below this may have been sent. It is written down before they are. */
  reserved: z.number().int().default(0),
  /** How long workers were at it. */
  activeMs: z.number().default(0),
})
export type PassFigures = z.infer<typeof passFigures>

interface PassRef {
  benchmarkId: string
  step: number
}

/** What the ids of all queries of a pass begin with. */
export function replayPassPrefix({ benchmarkId, step }: PassRef): string {
  return `frostline-replay-${benchmarkId}-${step}-`
}

/** A worker that goes on with a pass sends a query under another id: the first may run still. */
export function replayQueryId({
  place,
  attempt,
  ...pass
}: PassRef & { place: number; attempt: number }): string {
  return `${replayPassPrefix(pass)}${place}-${attempt}`
}
