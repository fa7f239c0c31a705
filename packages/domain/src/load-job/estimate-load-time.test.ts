import fc from 'fast-check'
import { expect, it } from 'vitest'
import { estimateLoadTime, similarSizes } from './estimate-load-time.ts'

const loads = (count: number, bytes: bigint, elapsedMs: number) =>
  Array.from({ length: count }, () => ({ bytes, elapsedMs }))

it('takes the rates of finished loads of a similar size', () => {
  expect(estimateLoadTime(2_000n, loads(5, 1_000n, 500))).toEqual({
    fastMs: 1_000,
    slowMs: 1_000,
    measuredLoads: 5,
  })
})

it('tells nothing from too few, from loads of another size, or for nothing', () => {
  expect(estimateLoadTime(2_000n, loads(4, 1_000n, 500))).toBeNull()
  expect(estimateLoadTime(2_000_000n, loads(50, 1_000n, 500))).toBeNull()
  expect(estimateLoadTime(0n, loads(50, 0n, 500))).toBeNull()
})

it('lies between the fastest and the slowest load', () => {
  const size = fc.bigInt({ min: 1_000n, max: 1n << 50n })
  fc.assert(
    fc.property(size, fc.array(fc.integer({ min: 1, max: 1e9 }), { minLength: 5 }), (bytes, times) => {
      const estimate = estimateLoadTime(
        bytes,
        times.map((elapsedMs) => ({ bytes, elapsedMs })),
      )
      expect(estimate?.fastMs).toBeGreaterThanOrEqual(Math.min(...times) * 0.999)
      expect(estimate?.slowMs).toBeLessThanOrEqual(Math.max(...times) * 1.001)
      expect(estimate?.slowMs).toBeGreaterThanOrEqual((estimate?.fastMs ?? 0) * 0.999)
      const { least, most } = similarSizes(bytes)
      expect(least <= bytes && bytes <= most).toBe(true)
    }),
  )
})
