import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatByteRate, formatBytes, formatExactBytes } from './format-bytes.ts'
import { formatCount, formatCountOf, formatCountRate, formatShortCount } from './format-count.ts'
import { formatDuration } from './format-duration.ts'
import { formatPercent, formatRatio, shareOf } from './format-ratio.ts'
import { formatExactTime, formatRelativeTime } from './format-time.ts'

const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB', 'ZiB']
const uint64 = fc.bigInt({ min: 0n, max: (1n << 64n) - 1n })

function readBytes(text: string): number {
  const [number = '', unit = ''] = text.split(' ')
  return Number(number.replaceAll(',', '')) * 1024 ** units.indexOf(unit)
}

describe('formatBytes', () => {
  it('uses IEC units with three significant digits', () => {
    expect(formatBytes(0)).toBe('0 B')
    expect(formatBytes(1023)).toBe('1,023 B')
    expect(formatBytes(1024n)).toBe('1.00 KiB')
    expect(formatBytes(1_610_612_736n)).toBe('1.50 GiB')
    expect(formatBytes((1n << 64n) - 1n)).toBe('16.0 EiB')
    expect(formatByteRate(12_897_485)).toBe('12.3 MiB/s')
  })
  it('rolls over to the next unit instead of printing 1024 of the smaller one', () => {
    expect(formatBytes(1024 * 1024 - 1)).toBe('1.00 MiB')
  })
  it('never shows unknown as zero', () => {
    for (const value of [null, undefined, Number.NaN]) expect(formatBytes(value)).toBe('unknown')
  })
  it('is within half a percent of any UInt64 and never shows four digits before a fraction', () => {
    fc.assert(
      fc.property(uint64, (sizeBytes) => {
        const text = formatBytes(sizeBytes)
        const size = Number(sizeBytes)
        expect(Math.abs(readBytes(text) - size)).toBeLessThanOrEqual(Math.max(size * 0.0051, 0))
        expect(text).toMatch(/^(\d{1,3}|1,0[01]\d|1,02[0-3]|\d{1,2}\.\d{1,2}|\d{3,4}) [KMGTPEZ]?i?B$/)
      }),
    )
  })
  it('is monotone', () => {
    fc.assert(
      fc.property(uint64, uint64, (a, b) => {
        const [low, high] = a < b ? [a, b] : [b, a]
        expect(readBytes(formatBytes(low))).toBeLessThanOrEqual(readBytes(formatBytes(high)))
      }),
    )
  })
  it('keeps every digit in the exact form', () => {
    fc.assert(
      fc.property(uint64, (sizeBytes) => {
        expect(BigInt(formatExactBytes(sizeBytes).replace(/[ ,B]/g, ''))).toBe(sizeBytes)
      }),
    )
  })
})

describe('counts', () => {
  it('keeps every digit of any UInt64', () => {
    fc.assert(
      fc.property(uint64, (count) => {
        expect(BigInt(formatCount(count).replaceAll(',', ''))).toBe(count)
      }),
    )
  })
  it('shortens, names and rates', () => {
    expect(formatShortCount(999)).toBe('999')
    expect(formatShortCount(999_999)).toBe('1.00M')
    expect(formatShortCount(12_345_678n)).toBe('12.3M')
    expect(formatCountOf(1n, 'part')).toBe('1 part')
    expect(formatCountOf(2, 'replica')).toBe('2 replicas')
    expect(formatCountOf(null, 'query', 'queries')).toBe('unknown queries')
    expect(formatCountRate(1250, 'rows')).toBe('1.25K rows/s')
    expect(formatCountRate(null, 'rows')).toBe('unknown')
  })
})

describe('formatDuration', () => {
  it.each([
    [0, '0 ms'],
    [849.6, '850 ms'],
    [999.6, '1.0 s'],
    [1_249, '1.2 s'],
    [9_949, '9.9 s'],
    [9_951, '10 s'],
    [59_499, '59 s'],
    [59_700, '1 m 00 s'],
    [65_000, '1 m 05 s'],
    [7_380_000, '2 h 03 m'],
    [273_600_000, '3 d 04 h'],
    [-65_000, '−1 m 05 s'],
    [null, 'unknown'],
  ])('%s ms is %s', (elapsedMs, text) => expect(formatDuration(elapsedMs)).toBe(text))
  it('never prints 60 of a unit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000_000 }), (elapsedMs) => {
        expect(formatDuration(elapsedMs)).not.toMatch(/\b60 [sm]\b|\b24 h\b/)
      }),
    )
  })
})

describe('time', () => {
  const now = new Date('2026-11-21T02:44:10Z')
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1000)
  it('tells the distance, both ways', () => {
    expect(formatRelativeTime(now, now)).toBe('just now')
    expect(formatRelativeTime(before(12), now)).toBe('12 s ago')
    expect(formatRelativeTime(before(3_599), now)).toBe('59 m ago')
    expect(formatRelativeTime(before(-180), now)).toBe('in 3 m')
    expect(formatRelativeTime(before(200_000), now)).toBe('2 d ago')
    expect(formatRelativeTime(before(-604_799), now)).toBe('in 7 d')
    expect(formatRelativeTime(before(-3_599), now)).toBe('in 1 h')
    expect(formatRelativeTime(before(-86_399), now)).toBe('in 1 d')
    expect(formatRelativeTime(null, now)).toBe('unknown')
    expect(formatRelativeTime(new Date('no date'), now)).toBe('unknown')
  })
  it('prints exact times in UTC', () => {
    expect(formatExactTime(now)).toBe('2026-11-21 02:44:10 UTC')
    expect(formatExactTime(undefined)).toBe('unknown')
  })
})

describe('shares', () => {
  it('does not round something to nothing, nor almost all to all', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-12, max: 1 - 1e-12, noNaN: true }), (share) => {
        expect(formatPercent(share)).not.toBe('0%')
        expect(formatPercent(share)).not.toBe('0.0%')
        expect(formatPercent(share)).not.toMatch(/^100/)
      }),
    )
  })
  it('prints whole, part and unknown', () => {
    expect(formatPercent(0)).toBe('0%')
    expect(formatPercent(1)).toBe('100%')
    expect(formatPercent(0.1234)).toBe('12.3%')
    expect(formatPercent(null)).toBe('unknown')
    expect(shareOf(1n, 4n)).toBe(0.25)
    expect(shareOf(0n, 0n)).toBe(0)
    expect(shareOf(null, 4n)).toBeNull()
    expect(formatRatio(32, 10n)).toBe('3.20×')
    expect(formatRatio(1, 0)).toBe('unknown')
  })
})
