import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultPriceBook, infrequentAccess } from './price-of-disk.ts'
import { objectsOfParts } from './request-cost.ts'
import { addCosts, bytesPerGib, idleDiskCostPerMonth, storageCostPerMonth } from './storage-cost.ts'

const { object } = defaultPriceBook
const amount = fc.record({ bytes: fc.maxSafeNat(), objects: fc.nat(1_000_000) })

test('costs are additive without a minimum size, and never less with one', () => {
  fc.assert(
    fc.property(amount, amount, (one, other) => {
      const both = { bytes: one.bytes + other.bytes, objects: one.objects + other.objects }
      const cost = (each: typeof both) => storageCostPerMonth(each, { kind: 'object', ...object }) ?? 0
      expect(cost(both)).toBeCloseTo(cost(one) + cost(other), 3)
      const least = { kind: 'object' as const, ...object, minimumObjectBytes: 131_072 }
      expect(storageCostPerMonth(one, least) ?? 0).toBeGreaterThanOrEqual(cost(one))
    }),
  )
})

test('a thousand objects of one byte are billed as 128 KiB each', () => {
  const cost = storageCostPerMonth({ bytes: 1_000, objects: 1_000 }, { kind: 'object', ...infrequentAccess })
  expect(cost).toBeCloseTo(((1_000 * 131_072) / bytesPerGib) * 0.0125)
})

test('an unknown cost stays unknown in a sum', () => {
  expect(storageCostPerMonth({ bytes: 1, objects: 1 }, { kind: 'unknown' })).toBeNull()
  expect(addCosts([1, null, 2])).toBeNull()
  expect(addCosts([1, 2])).toBe(3)
})

test('for a disk billed as a whole, tables and the rest add up to its price', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.double({ min: 0, max: 1, noNaN: true }), (total, share) => {
      const bytes = Math.floor(total * share)
      const provisioned = { kind: 'local' as const, gibMonth: 0.08, basis: 'provisioned' as const }
      const used = storageCostPerMonth({ bytes, objects: 0 }, provisioned) ?? 0
      expect(used + idleDiskCostPerMonth(total, bytes, provisioned)).toBeCloseTo(
        (total / bytesPerGib) * 0.08,
        3,
      )
      expect(idleDiskCostPerMonth(total, bytes, { ...provisioned, basis: 'used' })).toBe(0)
    }),
  )
})

test('a part has five objects more than system.parts counts', () => {
  expect(objectsOfParts({ parts: 3n, files: 40n })).toBe(55n)
})
