import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type ArchiveRetention,
  archiveRetention,
  describeRetention,
  expiryOf,
  retentionNoticeHours,
} from './archive-retention.ts'

const hourMs = 3_600_000
const aTime = fc.integer({
  min: Date.parse('2000-01-01T00:00:00Z'),
  max: Date.parse('2100-01-01T00:00:00Z'),
})
const aRetention: fc.Arbitrary<ArchiveRetention> = fc.oneof(
  fc.record({ count: fc.integer({ min: 1, max: 36_500 }), unit: fc.constant('days' as const) }),
  fc.record({ count: fc.integer({ min: 1, max: 1_200 }), unit: fc.constant('months' as const) }),
)

describe('the expiry of files', () => {
  it('is never within the notice, and never before the time that they are kept', () => {
    fc.assert(
      fc.property(aRetention, aTime, aTime, (retention, droppedMs, setMs) => {
        const expiry = expiryOf(retention, { droppedMs, setMs })
        expect(expiry).toBeGreaterThanOrEqual(setMs + retentionNoticeHours * hourMs)
        const least = retention.count * (retention.unit === 'days' ? 24 : 28 * 24) * hourMs
        expect(expiry).toBeGreaterThanOrEqual(droppedMs + least)
      }),
    )
  })

  it('is later for a longer retention', () => {
    fc.assert(
      fc.property(aRetention, aTime, (retention, at) => {
        const of = (count: number) => expiryOf({ ...retention, count }, { droppedMs: at, setMs: at })
        expect(of(retention.count + 1)).toBeGreaterThan(of(retention.count))
      }),
    )
  })

  it('keeps the day and the time of a month, or takes its last day', () => {
    const after = (from: string, count: number) => {
      const at = Date.parse(from)
      return new Date(expiryOf({ count, unit: 'months' }, { droppedMs: at, setMs: at })).toISOString()
    }
    expect(after('2026-01-31T12:30:15.250Z', 1)).toBe('2026-02-28T12:30:15.250Z')
    expect(after('2027-12-31T23:59:59.999Z', 2)).toBe('2028-02-29T23:59:59.999Z')
    expect(after('2026-11-26T07:00:00.000Z', 84)).toBe('2033-11-26T07:00:00.000Z')
  })
})

it('refuses a retention of nothing, or of more than a century', () => {
  const isValid = (count: number, unit: string) => archiveRetention.safeParse({ count, unit }).success
  expect([
    isValid(0, 'days'),
    isValid(1.5, 'days'),
    isValid(36_501, 'days'),
    isValid(1_201, 'months'),
  ]).toEqual([false, false, false, false])
  expect([isValid(1, 'days'), isValid(1_200, 'months')]).toEqual([true, true])
  expect(describeRetention({ count: 1, unit: 'months' })).toBe('1 month')
  expect(describeRetention({ count: 3_650, unit: 'days' })).toBe('3,650 days')
})
