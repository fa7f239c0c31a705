import fc from 'fast-check'
import { expect, it } from 'vitest'
import { partAgeBounds, partAges, partSizeBounds, partSizes, sumPartShapes } from './part-shapes.ts'

/** As the servers do: how many bounds a value is above. */
const classOf = (value: bigint, bounds: readonly bigint[]) => bounds.filter((bound) => value > bound).length

it('puts each part into the class whose filter finds it, and into no other', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 1n << 45n }), fc.integer({ min: 0, max: 1e8 }), (bytes, age) => {
      const fits = partSizes.map(
        ({ minBytes, maxBytes }) => bytes >= (minBytes ?? 0n) && (maxBytes === null || bytes <= maxBytes),
      )
      expect(fits.filter(Boolean)).toHaveLength(1)
      expect(fits[classOf(bytes, partSizeBounds)]).toBe(true)
      const ages = partAges.map(
        ({ minAgeSeconds, maxAgeSeconds }) =>
          age >= (minAgeSeconds ?? 0) && (maxAgeSeconds === null || age <= maxAgeSeconds),
      )
      expect(ages.filter(Boolean)).toHaveLength(1)
      expect(ages[classOf(BigInt(age), partAgeBounds.map(BigInt))]).toBe(true)
    }),
  )
})

it('keeps parts and bytes', () => {
  const shape = fc.record({
    age: fc.nat(partAges.length - 1),
    size: fc.nat(partSizes.length - 1),
    parts: fc.bigInt({ min: 0n, max: 1_000n }),
    bytes: fc.bigInt({ min: 0n, max: 1n << 50n }),
  })
  fc.assert(
    fc.property(fc.array(shape), (shapes) => {
      const summed = sumPartShapes(shapes)
      expect(summed).toHaveLength(partAges.length * partSizes.length)
      for (const key of ['parts', 'bytes'] as const)
        expect(summed.reduce((sum, each) => sum + each[key], 0n)).toBe(
          shapes.reduce((sum, each) => sum + each[key], 0n),
        )
    }),
  )
})
