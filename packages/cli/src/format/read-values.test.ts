import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatBytes } from './quantities.ts'
import {
  formatTableName,
  readDuration,
  readMoment,
  readRunId,
  readSize,
  readTableName,
} from './read-values.ts'

describe('readSize', () => {
  it.each([
    ['1000', '1000'],
    ['50MiB', '52428800'],
    ['1.5 GiB', '1610612736'],
    ['2GB', '2000000000'],
    ['9007199254740993', '9007199254740993'],
  ])('reads %s as %s bytes', (given, bytes) => {
    expect(readSize(given)).toBe(bytes)
  })
  it.each(['', 'MiB', '-1', '1 XB', '1,5GiB'])('rejects "%s"', (given) => {
    expect(() => readSize(given)).toThrow('is not a size')
  })
  it('reads what formatBytes writes, to its three digits', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 59n), (bytes) => {
        const read = Number(readSize(formatBytes(String(bytes)).replace('EiB', 'TiB').replace('PiB', 'TiB')))
        if (bytes < 2n ** 49n)
          expect(Math.abs(read - Number(bytes))).toBeLessThanOrEqual(Number(bytes) * 0.006 + 1)
      }),
    )
  })
})

describe('readMoment', () => {
  const now = new Date('2026-03-31T12:00:00Z')
  it.each([
    ['2026-01-01', '2026-01-01T00:00:00.000Z'],
    ['2026-01-01T10:00:00Z', '2026-01-01T10:00:00.000Z'],
    ['36h', '2026-03-30T00:00:00.000Z'],
    ['30d', '2026-03-01T12:00:00.000Z'],
    ['2w', '2026-03-17T12:00:00.000Z'],
    ['1mo', '2026-02-28T12:00:00.000Z'],
    ['2y', '2024-03-31T12:00:00.000Z'],
  ])('reads %s as %s', (given, at) => {
    expect(readMoment(given, now)).toBe(at)
  })
  it.each(['', 'yesterday', '2026-13-01', '2026-1-1', '90', '-3d', '2026-01-01T10:00:00'])(
    'rejects "%s"',
    (given) => {
      expect(() => readMoment(given, now)).toThrow('is not a date or an age')
    },
  )
})

describe('a table name', () => {
  it('is the same after it was written and read, whatever it contains', () => {
    const name = fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => !text.startsWith('`'))
    fc.assert(
      fc.property(name, name, (database, table) => {
        expect(readTableName(formatTableName({ database, table }))).toEqual({ database, table })
      }),
    )
  })
  it.each(['trips', '', '.', 'a.', '.b', 'a.b.c'])('is not "%s"', (given) => {
    expect(() => readTableName(given)).toThrow('is not a table')
  })
})

it('reads durations with their unit', () => {
  expect(['90s', '30m', '2h', '7d'].map(readDuration)).toEqual([90_000, 1_800_000, 7_200_000, 604_800_000])
  expect(() => readDuration('90')).toThrow('is not a duration')
})

it('rejects what is not the ID of a run', () => {
  expect(readRunId('0198C1DE-0000-7000-8000-000000000000')).toBe('0198c1de-0000-7000-8000-000000000000')
  expect(() => readRunId('../users')).toThrow('is not the ID of a run')
})
