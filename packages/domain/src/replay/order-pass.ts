import type { ReplayPace } from './replay-spec.ts'

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
