/** Draws of one seed: the same seed draws the same (mulberry32). */
export interface Draw {
  /** From 0 to below 1. */
  unit(): number
  /** A whole number from 0 to below `end`. */
  below(end: number): number
  pick<Value>(values: readonly Value[]): Value
  chance(probability: number): boolean
}

export function createDraw(seed: number): Draw {
  let state = seed >>> 0
  const unit = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(unit() * end)
  return {
    unit,
    below,
    chance: (probability) => unit() < probability,
    pick(values) {
      const value = values[below(values.length)]
      if (value === undefined && values.length === 0) throw new Error('There is nothing to pick from.')
      return value as (typeof values)[number]
    },
  }
}
