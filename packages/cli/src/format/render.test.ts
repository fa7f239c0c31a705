import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatBytes, formatCount, formatDuration, formatMoney, formatPercent } from './quantities.ts'
import { printable, renderTable } from './render-table.ts'

describe('renderTable', () => {
  it('aligns text left and numbers right', () => {
    const rows = [
      { name: 'a', count: 5 },
      { name: 'long name', count: 1234 },
    ]
    const table = renderTable(rows, [
      { title: 'NAME', text: ({ name }) => name },
      { title: 'COUNT', text: ({ count }) => String(count), right: true },
    ])
    expect(table.split('\n')).toEqual(['NAME       COUNT', 'a              5', 'long name   1234'])
  })
  it('prints text of others in one line and without control characters', () => {
    expect(printable('a\u001b[31mb\nc\u0007')).toBe('a [31mb c ')
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !/\p{Cc}/u.test(printable(text))))
  })
})

it('says unknown for what is not known, never zero', () => {
  expect([
    formatBytes(null),
    formatCount(null),
    formatDuration(null),
    formatMoney(null, '$'),
    formatPercent(null),
  ]).toEqual(Array.from({ length: 5 }, () => 'unknown'))
})

it('writes quantities with units', () => {
  expect(['0', '1023', '1024', '1610612736', '18446744073709551615'].map(formatBytes)).toEqual([
    '0 B',
    '1023 B',
    '1.00 KiB',
    '1.50 GiB',
    '16.0 EiB',
  ])
  expect(formatCount('18446744073709551615')).toBe('18,446,744,073,709,551,615')
  expect([500, 65_000, 7_380_000, 273_600_000].map(formatDuration)).toEqual([
    '0.5 s',
    '1 m 05 s',
    '2 h 03 m',
    '3 d 04 h',
  ])
  expect([formatMoney(1234.5, '$'), formatMoney(0.00123, 'CHF'), formatMoney(0, '$')]).toEqual([
    '$1,234.50',
    'CHF 0.00123',
    '$0.00',
  ])
  // A run is not done before it is.
  expect(formatPercent(0.999)).toBe('99 %')
})
