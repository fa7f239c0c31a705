import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addSample, estimateProgress, maxRateOf, type ProgressSample } from './progress.ts'

const unlimited = { leftBytes: 10n, maxBytesPerSecond: null }
const unknown = { bytesPerSecond: null, leftMs: null }

it('a steady rate is found, and the time left with it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.integer({ min: 3, max: 90 }),
      (perSecond, seconds) => {
        let samples: ProgressSample[] = []
        for (let second = 0; second <= seconds; second++)
          samples = addSample(samples, { atMs: second * 1000, doneBytes: BigInt(second * perSecond) })
        const leftBytes = BigInt(perSecond * seconds)
        const { bytesPerSecond, leftMs } = estimateProgress(samples, { leftBytes, maxBytesPerSecond: null })
        expect(bytesPerSecond).toBeCloseTo(perSecond, 3)
        expect(leftMs).toBeCloseTo(seconds * 1000, 3)
      },
    ),
  )
})

it('never shows a rate over the limit, nor no time left while bytes are left', () => {
  const step = fc.record({
    afterMs: fc.integer({ min: 1, max: 60_000 }),
    bytes: fc.integer({ min: 0, max: 1e9 }),
  })
  fc.assert(
    fc.property(fc.array(step), fc.bigInt({ min: 65_536n, max: 10n ** 9n }), (steps, maxBytesPerSecond) => {
      let samples: ProgressSample[] = [{ atMs: 0, doneBytes: 0n }]
      for (const { afterMs, bytes } of steps) {
        const last = samples.at(-1) ?? { atMs: 0, doneBytes: 0n }
        samples = addSample(samples, { atMs: last.atMs + afterMs, doneBytes: last.doneBytes + BigInt(bytes) })
      }
      const leftBytes = 1_000_000n
      const { bytesPerSecond, leftMs } = estimateProgress(samples, { leftBytes, maxBytesPerSecond })
      expect(bytesPerSecond ?? 0).toBeLessThanOrEqual(Number(maxBytesPerSecond))
      if (leftMs !== null)
        expect(leftMs).toBeGreaterThanOrEqual((Number(leftBytes) / Number(maxBytesPerSecond)) * 999)
    }),
  )
})

it('counts the waits between parts, also where a part takes longer than half a minute', () => {
  const waits = [0, 1000, 100_000, 150_000].map((atMs, index) => ({
    atMs,
    doneBytes: index === 0 ? 0n : 100_000n * BigInt(Math.min(index, 2)),
  }))
  expect(estimateProgress(waits, unlimited).bytesPerSecond).toBeCloseTo(100_000 / 149, 3)
})

it('says nothing before it has seen two seconds, nor while nothing was done, nor of a comparison', () => {
  expect(estimateProgress([{ atMs: 0, doneBytes: 0n }], unlimited)).toEqual(unknown)
  const still = [0, 1000, 3000].map((atMs) => ({ atMs, doneBytes: 5n }))
  expect(estimateProgress(still, unlimited)).toEqual(unknown)
  const through = [0, 4000].map((atMs) => ({ atMs, doneBytes: BigInt(atMs) }))
  expect(estimateProgress(through, { ...unlimited, leftBytes: 0n })).toEqual({
    bytesPerSecond: 1000,
    leftMs: null,
  })
})

it('starts over when bytes go back', () => {
  const before = [{ atMs: 31_000, doneBytes: 9n }]
  expect(addSample(before, { atMs: 32_000, doneBytes: 1n })).toEqual([{ atMs: 32_000, doneBytes: 1n }])
})

it('knows what several replicas may do together', () => {
  expect(maxRateOf('1000000', 3)).toBe(3_000_000n)
  expect(maxRateOf(undefined, 3)).toBe(null)
})
