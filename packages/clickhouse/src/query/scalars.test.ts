import { expect, test } from 'vitest'
import { dateOrNone, dateTime, dateTimeOrNone, flag, int64, uint64 } from './scalars.ts'

test('64-bit integers are exact', () => {
  expect(uint64.parse('18446744073709551615')).toBe(2n ** 64n - 1n)
  expect(int64.parse('-9223372036854775808')).toBe(-(2n ** 63n))
  // An unquoted number may already have lost digits.
  expect(uint64.safeParse(9007199254740992).success).toBe(false)
  expect(uint64.safeParse('-1').success).toBe(false)
})

test('times are parsed, and the epoch means none', () => {
  expect(dateTime.parse('2026-11-21T02:42:13.460235Z').getTime()).toBe(Date.UTC(2026, 10, 21, 2, 42, 13, 460))
  expect(dateTimeOrNone.parse('1970-01-01T00:00:00Z')).toBeNull()
  expect(dateOrNone.parse('1970-01-01')).toBeNull()
  expect(dateOrNone.parse('2025-01-31')).toBe('2025-01-31')
  expect(dateTime.safeParse('2026-11-21 02:42:13').success).toBe(false)
})

test('flags come as numbers or booleans', () => {
  expect([0, 1, true, false].map((value) => flag.parse(value))).toEqual([false, true, true, false])
  expect(flag.safeParse(2).success).toBe(false)
})
