import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileNameSearch } from './name-search.ts'

describe('text without wildcards', () => {
  it('matches anywhere, in any case', () => {
    expect(compileNameSearch('TRIPS')('2026/my-trips.csv')).toBe(true)
    expect(compileNameSearch('a.c')('abc')).toBe(false)
  })
})

describe('a glob', () => {
  it.each([
    ['*.csv', 'a.csv', true],
    ['*.csv', 'x/a.csv', false],
    ['**.csv', 'x/y/a.csv', true],
    ['**/a.csv', 'x/y/a.csv', true],
    ['?.csv', 'a.csv', true],
    ['?.csv', '/.csv', false],
    ['?', '😀', true],
    ['a.{csv,csv.gz}', 'a.csv.gz', true],
    ['a.{csv,csv.gz}', 'a.tsv', false],
    ['{a,b}{c,d}', 'bd', true],
    ['a{b', 'a{b', true],
    ['*', '', true],
    ['a*b*c', 'a12b34c', true],
    ['a*b*c', 'a12b34', false],
    ['line*', 'line\nbreak', true],
  ])('%s over %s: %s', (pattern, rest, found) => {
    expect(compileNameSearch(pattern)(rest)).toBe(found)
  })

  it('matches every key with a ? for each character, and with **', () => {
    const key = fc.string({ unit: 'grapheme', maxLength: 30 }).filter((text) => !text.includes('/'))
    fc.assert(
      fc.property(key, (rest) => {
        expect(compileNameSearch('**')(rest)).toBe(true)
        const marks = '?'.repeat([...rest].length)
        if (marks !== '') expect(compileNameSearch(marks)(rest)).toBe(true)
      }),
    )
  })

  it('takes no longer for a pattern built to be slow', () => {
    const before = process.cpuUsage()
    expect(compileNameSearch('*a'.repeat(90))(`${'a'.repeat(1_000)}b`)).toBe(false)
    expect(compileNameSearch('{a,b}'.repeat(30))('a'.repeat(30))).toBe(false)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1_000).toBeLessThan(1_000)
  })
})
