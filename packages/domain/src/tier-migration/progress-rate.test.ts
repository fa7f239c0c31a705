import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addSample, estimateProgress, type ProgressSample } from './progress-rate.ts'

it('a steady rate is found, and the time left with it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.integer({ min: 3, max: 25 }),
      (perSecond, seconds) => {
        let samples: ProgressSample[] = []
        for (let second = 0; second <= seconds; second++)
          samples = addSample(samples, { atMs: second * 1000, movedBytes: BigInt(second * perSecond) })
        const total = BigInt(perSecond * seconds * 2)
        const { bytesPerSecond, leftMs } = estimateProgress(samples, total)
        expect(bytesPerSecond).toBeCloseTo(perSecond, 3)
        expect(leftMs).toBeCloseTo(seconds * 1000, 3)
      },
    ),
  )
})

it('says nothing before it has seen two seconds, and no time left while nothing moves', () => {
  expect(estimateProgress([{ atMs: 0, movedBytes: 0n }], 10n)).toEqual({ bytesPerSecond: null, leftMs: null })
  const still = [0, 1000, 3000].map((atMs) => ({ atMs, movedBytes: 5n }))
  expect(estimateProgress(still, 10n)).toEqual({ bytesPerSecond: 0, leftMs: null })
})

it('forgets what is older than half a minute, and starts over when bytes go back', () => {
  const old = addSample([{ atMs: 0, movedBytes: 0n }], { atMs: 31_000, movedBytes: 9n })
  expect(old).toEqual([{ atMs: 31_000, movedBytes: 9n }])
  expect(addSample(old, { atMs: 32_000, movedBytes: 1n })).toEqual([{ atMs: 32_000, movedBytes: 1n }])
})
