import { z } from 'zod'
import { type ReplayPace, type ReplayTargetKey, replayTargets } from './replay-spec.ts'

export interface PlannedPass {
  kind: 'pass'
  round: number
  object: ReplayTargetKey
}

/**
 * Passes over all queries. With two targets the one that begins takes turns from round to round: what one pass leaves in a
 * memory or a cache that both share, the next finds there.
 */
export function planPasses(targets: number, rounds: number): PlannedPass[] {
  const keys = replayTargets.slice(0, targets)
  return Array.from({ length: rounds }, (_, index) =>
    (index % 2 === 0 ? keys : keys.toReversed()).map((object) => ({
      kind: 'pass' as const,
      round: index + 1,
      object,
    })),
  ).flat()
}

/**
 * In which order the queries of a pass are sent: that of the log, or one shuffled by the seed and the round, which is the same
 * on every target and whenever it is asked.
 */
export function orderPass(
  queries: number,
  { order, seed, round }: Pick<ReplayPace, 'order'> & { seed: number; round: number },
): number[] {
  const all = Array.from({ length: queries }, (_, index) => index)
  if (order === 'as-logged') return all
  const random = drawFrom(seed * 65_537 + round)
  for (let last = all.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const [a, b] = [all[last] ?? 0, all[other] ?? 0]
    all[last] = b
    all[other] = a
  }
  return all
}

/** Mulberry32: from 0 up to 1, the same for the same seed. */
function drawFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

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

/** Before so many have ended, a share says little. */
const minEnded = 20

/** Why a pass has to end early, for people; null: it goes on. */
export function judgeFailures(ended: number, failed: number, maxFailedPercent: number): string | null {
  if (ended < minEnded || failed * 100 <= ended * maxFailedPercent) return null
  return `${failed} of ${ended} queries failed, which is more than ${maxFailedPercent} %.`
}
