import { z } from 'zod'
import { type ReplayPace, type ReplayTargetKey, replayTargets } from './replay-spec.ts'

export interface PlannedPass {
  kind: 'pass'
  round: number
  object: ReplayTargetKey
}

/**
 * Passes over all queries. With two targets the first one alternates from round to round, because a pass leaves data in
 * shared memory and caches that the next pass finds there.
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
 * The order in which the queries of a pass are sent: that of the log, or one shuffled by seed and round, which is the
 * same on every target and every time.
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

/** Mulberry32: numbers in [0, 1), the same for the same seed. */
function drawFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** What the ledger keeps of a running pass. */
export const passFigures = z.object({
  /** Queries below this position may have been sent. It is written before they are. */
  reserved: z.number().int().default(0),
  /** How long workers were active. */
  activeMs: z.number().default(0),
})
export type PassFigures = z.infer<typeof passFigures>

interface PassRef {
  benchmarkId: string
  step: number
}

/** Common prefix of all query ids of a pass. */
export function replayPassPrefix({ benchmarkId, step }: PassRef): string {
  return `frostline-replay-${benchmarkId}-${step}-`
}

/** A worker that resumes a pass sends a query under another id, since the first may still be running. */
export function replayQueryId({
  place,
  attempt,
  ...pass
}: PassRef & { place: number; attempt: number }): string {
  return `${replayPassPrefix(pass)}${place}-${attempt}`
}

/** Below this number of results a failure share means little. */
const minEnded = 20

/** Why a pass must end early, as a message; null: it continues. */
export function judgeFailures(ended: number, failed: number, maxFailedPercent: number): string | null {
  if (ended < minEnded || failed * 100 <= ended * maxFailedPercent) return null
  return `${failed} of ${ended} queries failed, which is more than ${maxFailedPercent} %.`
}
