import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDueReader } from './read-due.ts'
import { shiftByAge } from './shift-by-age.ts'

const nowMs = Date.UTC(2026, 10, 21)
const columns = [
  { name: 'd', type: 'Date', inPartitionKey: false },
  { name: 'd32', type: 'Date32', inPartitionKey: false },
  { name: 't', type: "DateTime('UTC')", inPartitionKey: false },
  { name: 't64', type: 'DateTime64(3)', inPartitionKey: false },
]
const read = createDueReader(columns, nowMs)
const year = 365.2425 * 86_400_000

test('derives the actual due time from the shown one', () => {
  const time = fc.integer({ min: Date.UTC(1971, 0, 1), max: Date.UTC(2030, 0, 1) })
  const years = fc.integer({ min: 0, max: 260 })
  fc.assert(
    fc.property(fc.constantFrom('d32', 't64'), time, years, (column, rowMs, amount) => {
      const dueMs = shiftByAge(rowMs, { amount, unit: 'YEAR' })
      const shownMs = dueMs % (2 ** 32 * 1000)
      const due = read(`${column} + toIntervalYear(${amount})`, shownMs)
      expect(due.dueMs).toBe(dueMs)
      expect(due.shownMs).toBe(dueMs === shownMs ? undefined : shownMs)
    }),
  )
})

test.each([
  // A row of 2026 plus a hundred years: 2126, shown as 1990.
  ['d + toIntervalYear(100)', Date.UTC(2126, 0, 1)],
  ['toDate(t) + toIntervalYear(100)', Date.UTC(2126, 0, 1)],
  ['d32 + toIntervalHour(876600)', Date.UTC(2126, 0, 1)],
])('%s waits', (expression, dueMs) => {
  expect(read(expression, dueMs - 2 ** 32 * 1000).dueMs).toBe(dueMs)
})

test.each([
  ['a DateTime counts on from 1970', 't + toIntervalYear(100)', Date.UTC(1990, 0, 1)],
  ['so does a Date in hours', 'd + toIntervalHour(876600)', Date.UTC(1990, 0, 1)],
  ['and a Date past 2149', 'd + toIntervalYear(130)', Date.UTC(1976, 7, 1)],
  ['nothing is known of a function', 'addYears(d32, 100)', Date.UTC(1990, 0, 1)],
  ['nor of another column', 'gone + toIntervalYear(100)', Date.UTC(1990, 0, 1)],
  ['old rows are due', 'd32 + toIntervalDay(30)', Date.UTC(1930, 0, 1) + year],
])('%s', (_, expression, shownMs) => {
  expect(read(expression, shownMs)).toEqual({ dueMs: shownMs })
})
