import { expect, test } from 'vitest'
import { defaultPriceBook, infrequentAccess } from './price-of-disk.ts'
import { centsPerMillionReads, monthsFactor, requestCost } from './request-cost.ts'
import { bytesPerGib, msPerMonth } from './storage-cost.ts'

const { object } = defaultPriceBook

test('a million GETs of S3 Standard are 40 cents', () => {
  expect(centsPerMillionReads(object)).toBe(40)
  expect(requestCost({ writes: 0, reads: 1_000_000, readBytes: 0 }, object)).toBeCloseTo(0.4)
  expect(requestCost({ writes: 1_000_000, reads: 0, readBytes: 0 }, object)).toBeCloseTo(5)
  expect(requestCost({ writes: 0, reads: 0, readBytes: bytesPerGib }, infrequentAccess)).toBeCloseTo(0.01)
})

test('a window of minutes is not extrapolated', () => {
  expect(monthsFactor(60_000)).toBeNull()
  expect(monthsFactor(msPerMonth)).toBe(1)
})
