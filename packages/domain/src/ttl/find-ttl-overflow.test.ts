import { expect, it } from 'vitest'
import { findTtlOverflow } from './find-ttl-overflow.ts'

const nowMs = Date.parse('2026-11-21T00:00:00Z')
const texts = (expression: string, type: string) =>
  findTtlOverflow('node', [{ expression, type }], nowMs).map(({ text }) => text)

it.each(['DateTime', "DateTime('Europe/Berlin')"])('warns that a %s past 2106 is due at once', (type) => {
  expect(texts('at + toIntervalYear(90)', type)).toEqual([
    'at + toIntervalYear(90) exceeds the maximum of DateTime, 2106-02-07. For rows with at after 2016-02-07 it wraps to 1970, so they are due at once.',
  ])
})

it('warns that dates past 2106 are applied correctly but shown wrongly, and that a Date past 2149 is due at once', () => {
  for (const type of ['Date', 'Date32', 'DateTime64(3)'])
    expect(texts('d + toIntervalYear(90)', type).join()).toContain('The server waits correctly')
  expect(texts('d + toIntervalYear(130)', 'Date').join()).toMatch(/2149-06-06.*after 2019-06-06.*due at once/)
  expect(texts('d + toIntervalDay(40000)', 'Date32').join()).toContain('after 1996-08-02')
})

it.each([
  ['at + toIntervalYear(70)', 'DateTime'],
  ['at + toIntervalDay(30)', 'Date'],
  ['if(a, at, b) + toIntervalYear(90)', 'DateTime'],
])('reports nothing for %s', (expression, type) => {
  expect(texts(expression, type)).toEqual([])
})

it('accepts ages of any size', () => {
  expect(texts('at + toIntervalYear(9007199254740991)', 'DateTime')).toHaveLength(1)
  expect(texts('at + toIntervalSecond(9007199254740991)', 'DateTime')).toHaveLength(1)
})
