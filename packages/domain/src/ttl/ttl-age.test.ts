import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arbitraryTtlAge } from './testing/arbitrary-ttl.ts'
import { printTtlAge, readTtlAge } from './ttl-age.ts'

test('any age round-trips through its expression', () => {
  fc.assert(
    fc.property(arbitraryTtlAge, (age) => {
      expect(readTtlAge(printTtlAge(age))).toEqual(age)
    }),
  )
})

test.each([
  ['at + INTERVAL 30 DAY', { column: 'at', wrap: null, amount: 30, unit: 'DAY' }],
  ['at + INTERVAL 3 months', { column: 'at', wrap: null, amount: 3, unit: 'MONTH' }],
  ["toDate(`a b`) + interval '2 week'", { column: 'a b', wrap: 'toDate', amount: 2, unit: 'WEEK' }],
  [
    'toDateTime("at") + toIntervalQuarter(1)',
    { column: 'at', wrap: 'toDateTime', amount: 1, unit: 'QUARTER' },
  ],
  ['at', { column: 'at', wrap: null, amount: 0, unit: 'DAY' }],
  ['to + INTERVAL 1 YY', { column: 'to', wrap: null, amount: 1, unit: 'YEAR' }],
])('%s is an age', (expression, age) => {
  expect(readTtlAge(expression)).toEqual(age)
})

test.each([
  'at - INTERVAL 1 DAY',
  'at + INTERVAL -1 DAY',
  'at + INTERVAL 1 DAY + INTERVAL 1 HOUR',
  'toStartOfDay(at) + INTERVAL 1 DAY',
  'at + INTERVAL 1 NANOSECOND',
  'at + INTERVAL x DAY',
  "toDateTime(at, 'UTC') + INTERVAL 1 DAY",
  '(at + INTERVAL 1 DAY)',
  'at + INTERVAL 99999999999999999999 DAY',
  '1 + INTERVAL 1 DAY',
  'if(a, b, c)',
  "at + 'unterminated",
  '',
])('%s is kept as it is', (expression) => {
  expect(readTtlAge(expression)).toBe(null)
})
