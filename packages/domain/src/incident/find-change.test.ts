import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findChange } from './find-change.ts'

/** A level with noise below it, as latency and rates have. */
const level = (from: number, spread: number, length: number) =>
  fc
    .array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: length, maxLength: length })
    .map((noise) => noise.map((each) => from + each * spread))
/** Noise as it occurs: a search for the worst series would find one that is flat but for its end, which is a change. */
const quiet = (seed: number) =>
  Array.from({ length: 12 + (seed % 229) }, (_, index) => 100 + 10 * drawn(seed, index))
function drawn(seed: number, index: number): number {
  const mixed = Math.sin(seed * 12.9898 + index * 78.233) * 43_758.5453
  return mixed - Math.floor(mixed)
}
const stepped = fc
  .tuple(fc.integer({ min: 10, max: 60 }), fc.integer({ min: 8, max: 40 }))
  .chain(([before, after]) => fc.tuple(level(100, 10, before), level(900, 90, after)))

describe('findChange', () => {
  it('finds the step at which a level rises or falls', () => {
    fc.assert(
      fc.property(stepped, ([before, after]) => {
        expect(findChange([...before, ...after], 3)?.index).toBe(before.length)
        const falling = [...after, ...before]
        expect(findChange(falling, 3)?.index).toBe(after.length)
      }),
    )
  })

  it('finds one in at most 4 of 4,000 series of noise', () => {
    const found = Array.from({ length: 4000 }, (_, seed) => findChange(quiet(seed), 3)).filter(Boolean)
    expect(found.length).toBeLessThanOrEqual(4)
  })

  it('finds none in a series that never changes', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(80), (value, length) => {
        expect(
          findChange(
            Array.from({ length }, () => value),
            1,
          ),
        ).toBe(null)
      }),
    )
  })

  it('depends neither on the unit nor on the zero of the values', () => {
    const scales = fc.tuple(fc.constantFrom(0.25, 2, 1024), fc.integer({ min: -1000, max: 1000 }))
    fc.assert(
      fc.property(stepped, scales, ([before, after], [factor, zero]) => {
        const values = [...before, ...after]
        const moved = findChange(
          values.map((value) => value * factor + zero),
          3,
        )
        expect(moved?.index).toBe(findChange(values, 3)?.index)
      }),
    )
  })

  it('moves with the series, and skips steps without a value', () => {
    fc.assert(
      fc.property(stepped, fc.nat(30), ([before, after], gap) => {
        const nothing = Array.from({ length: gap }, () => null)
        const values = [...before, ...after]
        const found = findChange(values, 3)?.index ?? -1
        expect(findChange([...nothing, ...values], 3)?.index).toBe(found + gap)
        expect(findChange([...before, ...nothing, ...after], 3)?.index).toBe(found + gap)
      }),
    )
  })

  it('does not take an outlier, or what happens now and then, for a change', () => {
    const values = Array.from({ length: 60 }, (_, index) => 10 + (index % 3))
    expect(findChange(values.with(30, 900), 3)).toBe(null)
    const bursts = Array.from({ length: 120 }, (_, index) => (index % 10 === 4 ? 500 : 0))
    expect(findChange(bursts.slice(20), 1)).toBe(null)
  })

  it('finds a single burst in a series of zeros', () => {
    const values = Array.from({ length: 60 }, () => 0).with(41, 900)
    expect(findChange(values, 1)).toMatchObject({ index: 41, before: 0, after: 900 })
  })
})
