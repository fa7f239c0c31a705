import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type LoadObject, planBatches } from './plan-batches.ts'

const object = (sizeBytes: bigint, index: number): LoadObject => ({
  path: `bucket/${index}`,
  sizeBytes,
  etag: `${index}`,
  modifiedAt: new Date(0),
})

it('puts each object into one batch, in order, within the limits', () => {
  const sizes = fc.array(fc.bigInt({ min: 0n, max: 1000n }), { maxLength: 200 })
  const limits = fc.record({
    maxBytes: fc.bigInt({ min: 1n, max: 3000n }),
    maxObjects: fc.integer({ min: 1, max: 20 }),
  })
  fc.assert(
    fc.property(sizes, limits, (given, { maxBytes, maxObjects }) => {
      const objects = given.map(object)
      const batches = planBatches(objects, { maxBytes, maxObjects })
      expect(batches.flatMap((batch) => batch.objects)).toEqual(objects.map((_, index) => index))
      for (const batch of batches) {
        expect(batch.objects.length).toBeGreaterThan(0)
        expect(batch.objects.length).toBeLessThanOrEqual(maxObjects)
        expect(batch.sizeBytes).toBe(batch.objects.reduce((sum, index) => sum + (given[index] ?? 0n), 0n))
        expect(batch.objects.length === 1 || batch.sizeBytes <= maxBytes).toBe(true)
      }
    }),
  )
})
