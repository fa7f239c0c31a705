import fc from 'fast-check'
import { expect, test } from 'vitest'
import { periodOfPartition, unitOfPartitionKey } from './partition-period.ts'

test.each([
  ['toYYYYMM(pickup_at)', 'month'],
  ['toStartOfMonth(at)', 'month'],
  ['(vendor, toYYYYMM(at))', 'month'],
  ['toStartOfInterval(at, toIntervalMonth(1))', 'month'],
  ['toYYYYMMDD(at)', 'day'],
  ['toDate(at)', 'day'],
  ['toMonday(at)', 'week'],
  ['toYear(day)', 'year'],
  ['toStartOfQuarter(day)', 'quarter'],
  ['toStartOfHour(at)', 'hour'],
  ['intHash32(id) % 16', null],
  ['', null],
])('%s: one partition per %s', (key, unit) => {
  expect(unitOfPartitionKey(key, false)).toBe(unit)
})

test('a bare date column is one partition per day, and other columns are not time', () => {
  expect(unitOfPartitionKey('day', true)).toBe('day')
  expect(unitOfPartitionKey('vendor', false)).toBe(null)
})

test('months come from the value, in the time zone of the table, not from the oldest row', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1970, max: 2149 }),
      fc.integer({ min: 1, max: 12 }),
      fc.date({ noInvalidDate: true }),
      (year, month, oldest) => {
        const digits = `${year}${String(month).padStart(2, '0')}`
        const period = { unit: 'month', year, month, day: 1 }
        expect(periodOfPartition('month', digits, oldest)).toEqual(period)
        expect(periodOfPartition('month', `('x 12',${digits})`, null)).toEqual(period)
        expect(periodOfPartition('month', `${year}-${String(month).padStart(2, '0')}-01`, oldest)).toEqual(
          period,
        )
      },
    ),
  )
})

test.each([
  ['day', '20240229', { year: 2024, month: 2, day: 29 }],
  ['day', '2024-02-29', { year: 2024, month: 2, day: 29 }],
  ['week', '2024-02-26', { year: 2024, month: 2, day: 26 }],
  ['quarter', '2024-05-01', { year: 2024, month: 4, day: 1 }],
  ['year', '2024', { year: 2024, month: 1, day: 1 }],
  ['hour', '2024-02-29 13:00:00', { year: 2024, month: 2, day: 29 }],
] as const)('a %s written as %s', (unit, partition, day) => {
  expect(periodOfPartition(unit, partition, null)).toEqual({ unit, ...day })
})

test('a value without date digits falls back to the oldest row, or to nothing', () => {
  expect(periodOfPartition('month', '654', new Date('2024-03-15T23:00:00Z'))).toEqual({
    unit: 'month',
    year: 2024,
    month: 3,
    day: 1,
  })
  expect(periodOfPartition('month', '999913', null)).toBe(null)
  expect(periodOfPartition(null, '202403', new Date(0))).toBe(null)
})
