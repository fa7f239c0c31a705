import fc from 'fast-check'
import { expect, it } from 'vitest'
import { extrapolateTrial, type TrialLoad } from './extrapolate-trial.ts'

const run = (change: Partial<TrialLoad> = {}): TrialLoad => ({
  node: 'a',
  givenBytes: 1_000n,
  readBytes: 1_000n,
  rows: 100n,
  elapsedMs: 1_000,
  cutOff: false,
  diskBytes: 500n,
  ...change,
})

it('two nodes at once read twice as fast as one', () => {
  const estimate = extrapolateTrial(
    10_000n,
    [run({ elapsedMs: 500 }), run({ elapsedMs: 500 })],
    [run(), run()],
  )
  expect(estimate).toEqual({
    reading: { bytesPerSecond: 4_000, rowsPerSecond: 400 },
    loading: { bytesPerSecond: 2_000, rowsPerSecond: 200 },
    readShare: 0.5,
    elapsedMs: 5_000,
    rows: 1_000n,
    diskBytes: 5_000n,
  })
})

it('counts what was read of objects that were cut off, and whole objects as they lie in the bucket', () => {
  const cut = run({ cutOff: true, readBytes: 250n })
  expect(extrapolateTrial(10_000n, [cut], [cut])?.rows).toBe(4_000n)
  const columns = run({ readBytes: 10n })
  expect(extrapolateTrial(10_000n, [columns], [columns])?.rows).toBe(1_000n)
})

it('tells nothing of nothing', () => {
  expect(extrapolateTrial(10n, [], [])).toBe(null)
  expect(extrapolateTrial(10n, [run()], [run({ givenBytes: 0n })])).toBe(null)
})

it('a trial of the whole load gives back what it took', () => {
  fc.assert(
    fc.property(
      fc.bigInt(1n, 10n ** 12n),
      fc.bigInt(0n, 10n ** 9n),
      fc.integer({ min: 1, max: 10 ** 7 }),
      (givenBytes, rows, elapsedMs) => {
        const whole = run({ givenBytes, rows, elapsedMs })
        const estimate = extrapolateTrial(givenBytes, [whole], [whole])
        expect(estimate?.rows).toBe(rows)
        expect(estimate?.elapsedMs).toBeCloseTo(elapsedMs, 3)
        expect(estimate?.readShare).toBeCloseTo(1)
      },
    ),
  )
})
