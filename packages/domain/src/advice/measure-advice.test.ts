import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AdviceOutcome,
  measureHitRatio,
  measureHotBytes,
  measureOrphans,
  measureQueue,
  measureStart,
} from './measure-advice.ts'

const bytes = fc.bigInt({ min: 0n, max: 1n << 60n })
const some = fc.bigInt({ min: 1n, max: 1n << 60n })
const shareOf = (outcome: AdviceOutcome) => (outcome.state === 'measured' ? outcome.share : undefined)

describe('what following an advice brought', () => {
  it('is never negative, and 1 when all that was promised came', () => {
    fc.assert(
      fc.property(some, bytes, bytes, (promisedBytes, beforeBytes, afterBytes) => {
        const share = shareOf(measureHotBytes({ promisedBytes, beforeBytes, afterBytes }))
        expect(share).toBeGreaterThanOrEqual(0)
        if (afterBytes >= beforeBytes) expect(share).toBe(0)
        const all = { promisedBytes, beforeBytes: beforeBytes + promisedBytes, afterBytes: beforeBytes }
        expect(shareOf(measureHotBytes(all))).toBe(1)
      }),
    )
  })

  it('is more the less is left', () => {
    fc.assert(
      fc.property(some, bytes, bytes, (beforeBytes, a, b) => {
        const [less, more] = a < b ? [a, b] : [b, a]
        const share = (nowBytes: bigint) => shareOf(measureQueue({ beforeBytes, nowBytes })) ?? -1
        expect(share(less)).toBeGreaterThanOrEqual(share(more))
        expect(share(0n)).toBe(1)
      }),
    )
  })

  it('is money in proportion to the bytes removed', () => {
    fc.assert(
      fc.property(some, fc.integer({ min: 0, max: 100 }), (promisedBytes, percent) => {
        const amounts: number[] = []
        const removed = { objects: 1, bytes: (promisedBytes * BigInt(percent)) / 100n }
        const facts = { promisedBytes, promisedPerMonth: 50, removed }
        measureOrphans(facts, (amount) => `$${amounts.push(amount)}`)
        expect(amounts[0]).toBe(50)
        expect(amounts[1]).toBeLessThanOrEqual((50 * percent) / 100 + 1e-9)
      }),
    )
  })

  it('is not measured while a figure is missing, which is not zero', () => {
    const use = { fromCacheBytes: 1n, fromStoreBytes: 3n, limitBytes: 10n, coveredMs: 7_200_000 }
    const missing = [
      measureHotBytes({ promisedBytes: 1n, beforeBytes: null, afterBytes: 1n }),
      measureHotBytes({ promisedBytes: 1n, beforeBytes: 1n, afterBytes: null }),
      measureHitRatio(use, null),
      measureHitRatio(use, use),
      measureHitRatio(use, { ...use, limitBytes: 20n, coveredMs: 60_000 }),
      measureHitRatio(use, { ...use, limitBytes: 20n, fromCacheBytes: 0n, fromStoreBytes: 0n }),
      measureOrphans({ promisedBytes: 1n, promisedPerMonth: 1, removed: null }, String),
      measureStart({ promisedSeconds: 1, beforeSeconds: 2, afterSeconds: null }),
      measureQueue({ beforeBytes: 1n, nowBytes: null }),
    ]
    for (const outcome of missing) {
      expect(outcome.state).toBe('not-measured')
      expect(outcome.sentence).toMatch(/^Not measured yet: .+\.$/)
    }
  })

  it('says both figures', () => {
    const gib = 1n << 30n
    const use = { fromCacheBytes: 1n, fromStoreBytes: 3n, limitBytes: 10n * gib, coveredMs: 7_200_000 }
    const after = { ...use, fromCacheBytes: 3n, fromStoreBytes: 1n, limitBytes: 20n * gib }
    expect(measureHitRatio(use, after)).toMatchObject({
      sentence:
        'The limit went from 10.00 GiB to 20.00 GiB, and the share of bytes from the cache from 25% to 75%.',
      share: expect.closeTo(2 / 3, 5),
    })
    expect(measureStart({ promisedSeconds: 4, beforeSeconds: 10, afterSeconds: 7 })).toEqual({
      state: 'measured',
      sentence: 'Promised a start shorter by 4.0 s, measured 3.0 s: 10.0 s before, 7.0 s now.',
      share: 0.75,
    })
  })
})
