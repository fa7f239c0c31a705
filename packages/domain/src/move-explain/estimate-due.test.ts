import { expect, it } from 'vitest'
import { estimateDue } from './estimate-due.ts'

const column = (name: string, type: string, inPartitionKey = true) => ({ name, type, inPartitionKey })
const rule = (expression: string) => ({ expression, destination: { kind: 'volume', name: 'cold' } }) as const
const part = (partition: string, maxDateMs: number | null = null, maxTimeMs: number | null = null) => ({
  partition,
  maxDateMs,
  maxTimeMs,
})
const ms = (text: string) => Date.parse(text)
const byMonth = (type: string) => ({ partitionKey: 'toYYYYMM(t)', dateColumns: [column('t', type)] })

it('uses the newest row of the column where the part has its range', () => {
  const newest = ms('2026-01-20T10:00:00Z')
  expect(
    estimateDue(part('202601', null, newest), rule('t + toIntervalDay(2)'), byMonth("DateTime('UTC')")),
  ).toEqual({ dueMs: ms('2026-01-22T10:00:00Z'), basis: 'newest-row', column: 't' })
  expect(
    estimateDue(part('202601', ms('2026-01-20')), rule('t + toIntervalMonth(1)'), byMonth('Date'))?.dueMs,
  ).toBe(ms('2026-02-20'))
})

it('uses the end of the period where the part has no range, as for a Date32', () => {
  expect(estimateDue(part('202601'), rule('t + toIntervalDay(2)'), byMonth('Date32'))).toEqual({
    dueMs: ms('2026-02-02'),
    basis: 'partition',
    column: 't',
  })
})

it.each([
  ['a function', 'addDays(t, 2)', byMonth('Date')],
  ['a column that is not in the key', 'u + toIntervalDay(1)', byMonth('Date')],
  [
    'one of two dates in the key',
    't + toIntervalDay(1)',
    { partitionKey: '(t, u)', dateColumns: [column('t', 'Date'), column('u', 'Date')] },
  ],
  ['a DateTime past 2106', 't + toIntervalYear(100)', byMonth('DateTime')],
  [
    'a key without time',
    't + toIntervalDay(1)',
    { partitionKey: 'n', dateColumns: [column('t', 'Date', false)] },
  ],
])('gives no estimate for %s', (_, expression, replica) => {
  const told = part('202601', ms('2026-01-20'), ms('2026-01-20'))
  expect(estimateDue(told, rule(expression), replica)).toBe(null)
})
