import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultPriceBook, infrequentAccess } from '../cost/price-templates.ts'
import { estimateTtlCost, storagePricesOf } from './ttl-cost.ts'

const listPrices = storagePricesOf(defaultPriceBook)

const load = fc.record({
  writeRequests: fc.bigInt({ min: 0n, max: 1n << 40n }),
  readRequests: fc.bigInt({ min: 0n, max: 1n << 40n }),
  cooledBytes: fc.bigInt({ min: -(1n << 50n), max: 1n << 50n }),
})

test('the cost of two loads is the sum of their costs', () => {
  fc.assert(
    fc.property(load, load, (one, other) => {
      const both = {
        writeRequests: one.writeRequests + other.writeRequests,
        readRequests: one.readRequests + other.readRequests,
        cooledBytes: one.cooledBytes + other.cooledBytes,
      }
      const [a, b, sum] = [one, other, both].map((each) => estimateTtlCost(each, listPrices))
      expect(sum?.requests).toBeCloseTo((a?.requests ?? 0) + (b?.requests ?? 0), 4)
      expect(sum?.perMonth).toBeCloseTo((a?.perMonth ?? 0) + (b?.perMonth ?? 0), 4)
    }),
  )
})

test('a TiB that leaves a local disk saves the difference of the prices each month', () => {
  const cost = estimateTtlCost(
    { writeRequests: 2_000n, readRequests: 0n, cooledBytes: 1n << 40n },
    listPrices,
  )
  expect(cost.requests).toBeCloseTo(0.01)
  expect(cost.perMonth).toBeCloseTo(-58.368)
})

test('disks with prices of their own are priced by them, whatever name of their storage the book has', () => {
  const own = { kind: 'object' as const, disk: 's3_ia', ...infrequentAccess }
  const book = { ...defaultPriceBook, disks: [own] }
  expect(storagePricesOf(book, { hot: ['default'], cold: ['ia_cache', 's3_ia'] })).toEqual({
    ...listPrices,
    perThousandWrites: 0.01,
    perThousandReads: 0.001,
    objectGibMonth: 0.0125,
  })
})
