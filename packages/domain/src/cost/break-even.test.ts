import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findBreakEven, requestsOfRead, usualBytesPerGet } from './break-even.ts'
import { defaultPriceBook, infrequentAccess } from './price-of-disk.ts'
import { bytesPerGib, daysPerMonth } from './storage-cost.ts'

const { local, object } = defaultPriceBook

const partition = fc.record({
  bytes: fc.bigInt({ min: 1n, max: 1n << 45n }),
  parts: fc.bigInt({ min: 1n, max: 1_000n }),
  files: fc.bigInt({ min: 1n, max: 100_000n }),
})
const reading = fc.record({
  readsPerDay: fc.double({ min: 0, max: 10_000, noNaN: true }),
  share: fc.double({ min: 0, max: 1, noNaN: true }),
  cached: fc.double({ min: 0, max: 1, noNaN: true }),
  readersOfCopy: fc.integer({ min: 1, max: 3 }),
  bytesPerGet: fc.integer({ min: 65_536, max: 2 ** 30 }),
})

const hotPerMonth = ({ bytes }: { bytes: bigint }) => (Number(bytes) / bytesPerGib) * local.gibMonth
const find = (
  each: Parameters<typeof findBreakEven>[0],
  how: Parameters<typeof findBreakEven>[1],
  cold = object,
) => findBreakEven(each, how, { hotPerMonth: hotPerMonth(each), cold })

test('after that many months the savings equal the cost of the move', () => {
  fc.assert(
    fc.property(partition, reading, (each, how) => {
      const { once, savedPerMonth, months } = find(each, how)
      expect(once).toBeGreaterThan(0)
      if (months === null) expect(savedPerMonth).toBeLessThanOrEqual(0)
      else expect(savedPerMonth * months).toBeCloseTo(once, 6)
    }),
  )
})

test('it saves below its read limit and not above it; more cache hits never cost more', () => {
  fc.assert(
    fc.property(partition, reading, (each, how) => {
      const { readsPerDayLimit: limit } = find(each, how)
      // Smaller values underflow a double.
      if (limit !== null && limit > 0 && limit < 1e12) {
        const at = (readsPerDay: number) => find(each, { ...how, readsPerDay }).savedPerMonth
        expect(at(limit * 0.99)).toBeGreaterThan(0)
        expect(at(limit * 1.01)).toBeLessThan(0)
      }
      expect(find(each, { ...how, cached: 1 }).savedPerMonth).toBeGreaterThanOrEqual(
        find(each, how).savedPerMonth,
      )
    }),
  )
})

test('many small files never pay off on a class with a minimum billed size', () => {
  const small = { bytes: 100_000n, parts: 100n, files: 1_300n }
  const unread = { readsPerDay: 0, share: 1, cached: 0, readersOfCopy: 1, bytesPerGet: usualBytesPerGet }
  expect(find(small, unread, infrequentAccess).months).toBeNull()
  expect(find(small, unread).months).toBeGreaterThan(100)
})

test('a partition of 100 GiB that is never read pays for its move within a day', () => {
  const large = { bytes: 100n << 30n, parts: 4n, files: 100n }
  const found = find(large, {
    readsPerDay: 0,
    share: 1,
    cached: 0,
    readersOfCopy: 1,
    bytesPerGet: usualBytesPerGet,
  })
  expect(found.savedPerMonth).toBeCloseTo(5.7)
  expect(found.months).toBeLessThan(1 / 30)
})

test('the minimum storage time of a class is billed whatever happens to the partition', () => {
  const large = { bytes: 100n << 30n, parts: 4n, files: 100n }
  const unread = { readsPerDay: 0, share: 1, cached: 0, readersOfCopy: 1, bytesPerGet: usualBytesPerGet }
  const { once, months, savedPerMonth } = find(large, unread, infrequentAccess)
  const minMonths = 30 / daysPerMonth
  expect((months ?? 0) * hotPerMonth(large)).toBeCloseTo(once + 100 * 0.0125 * minMonths, 9)
  expect(months).toBeGreaterThan(once / savedPerMonth)
  expect(months).toBeLessThan(minMonths)
})

test('where reads are free it saves however often it is read, or never', () => {
  const free = { ...object, perThousandReads: 0 }
  const read = { readsPerDay: 1, share: 1, cached: 0, readersOfCopy: 1, bytesPerGet: usualBytesPerGet }
  const large = { bytes: 100n << 30n, parts: 4n, files: 100n }
  expect(find(large, read, free).readsPerDayLimit).toBeNull()
  expect(find(large, read, { ...free, gibMonth: 1 })).toMatchObject({ readsPerDayLimit: 0, months: null })
})

test('a query that reads a whole part makes about as many GETs as were measured', () => {
  const part = { bytes: 132_639_944n, parts: 1n, files: 19n }
  const { reads, readBytes } = requestsOfRead(part, { share: 1, cached: 0, bytesPerGet: usualBytesPerGet })
  expect(reads / 168).toBeGreaterThan(0.8)
  expect(reads / 168).toBeLessThan(1.25)
  expect(readBytes).toBe(132_639_944)
})
