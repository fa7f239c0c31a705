import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultPriceBook, infrequentAccess } from '../cost/price-of-disk.ts'
import { estimateTtlCost, storagePricesOf } from './ttl-cost.ts'

const none = { local: 0n, remote: 0n }
const listPrices = storagePricesOf(defaultPriceBook)

const load = fc.record({
  writeRequests: fc.bigInt({ min: 0n, max: 1n << 40n }),
  readRequests: fc.bigInt({ min: 0n, max: 1n << 40n }),
  cooledBytes: fc.bigInt({ min: -(1n << 50n), max: 1n << 50n }),
  removedBytes: fc.record({
    local: fc.bigInt({ min: 0n, max: 1n << 50n }),
    remote: fc.bigInt({ min: 0n, max: 1n << 50n }),
  }),
})

test('the cost of two loads is the sum of their costs', () => {
  fc.assert(
    fc.property(load, load, (one, other) => {
      const both = {
        writeRequests: one.writeRequests + other.writeRequests,
        readRequests: one.readRequests + other.readRequests,
        cooledBytes: one.cooledBytes + other.cooledBytes,
        removedBytes: {
          local: one.removedBytes.local + other.removedBytes.local,
          remote: one.removedBytes.remote + other.removedBytes.remote,
        },
      }
      const [a, b, sum] = [one, other, both].map((each) => estimateTtlCost(each, listPrices))
      expect(sum?.requests).toBeCloseTo((a?.requests ?? 0) + (b?.requests ?? 0), 4)
      expect(sum?.perMonth).toBeCloseTo((a?.perMonth ?? 0) + (b?.perMonth ?? 0), 4)
    }),
  )
})

test('a TiB that leaves a local disk saves the price difference each month', () => {
  const cost = estimateTtlCost(
    { writeRequests: 2_000n, readRequests: 0n, cooledBytes: 1n << 40n, removedBytes: none },
    listPrices,
  )
  expect(cost.requests).toBeCloseTo(0.01)
  expect(cost.perMonth).toBeCloseTo(-58.368)
})

test('what a DELETE removes saves the price of its disk', () => {
  const deleted = { writeRequests: 0n, readRequests: 0n, cooledBytes: 0n }
  const perMonth = (removedBytes: { local: bigint; remote: bigint }) =>
    estimateTtlCost({ ...deleted, removedBytes }, listPrices).perMonth
  expect(perMonth({ local: 1n << 40n, remote: 0n })).toBeCloseTo(-81.92)
  expect(perMonth({ local: 0n, remote: 1n << 40n })).toBeCloseTo(-23.552)
})

test('disks with prices of their own use them, under whatever name the book has', () => {
  const own = { kind: 'object' as const, disk: 's3_ia', ...infrequentAccess }
  const book = { ...defaultPriceBook, disks: [own] }
  expect(storagePricesOf(book, { hot: ['default'], cold: ['ia_cache', 's3_ia'] })).toEqual({
    ...listPrices,
    perThousandWrites: 0.01,
    perThousandReads: 0.001,
    objectGibMonth: 0.0125,
  })
})
