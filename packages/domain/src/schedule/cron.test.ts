import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryMomentMs, someZones } from '../time-window/testing/arbitrary-window.ts'
import { explainCron, findCronFault, lastDueTime, nextDueTimes } from './cron.ts'

const iso = (times: readonly number[]) => times.map((time) => new Date(time).toISOString())
const somePatterns = ['0 2 * * *', '*/15 1-5 * * 1-5', '30 2 * * 0', '0 0 1 * *', '17 23 L * *']

describe('due times', () => {
  it('increase, and the last one before the next is the one before it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...somePatterns),
        fc.constantFrom(...someZones),
        arbitraryMomentMs,
        (cron, timeZone, atMs) => {
          const [first = 0, second = 0] = nextDueTimes(cron, timeZone, atMs, 2)
          expect(first).toBeGreaterThan(atMs)
          expect(second).toBeGreaterThan(first)
          expect(lastDueTime(cron, timeZone, first)).toBe(first)
          expect(lastDueTime(cron, timeZone, second - 1)).toBe(first)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('a fixed time in the hour that DST skips comes right after it, and one that occurs twice counts once', () => {
    const march = nextDueTimes('30 2 * * *', 'Europe/Berlin', Date.parse('2026-03-28T12:00:00Z'), 2)
    expect(iso(march)).toEqual(['2026-03-29T01:00:00.000Z', '2026-03-30T00:30:00.000Z'])
    const october = nextDueTimes('30 2 * * *', 'Europe/Berlin', Date.parse('2026-10-24T12:00:00Z'), 2)
    expect(iso(october)).toEqual(['2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z'])
  })

  it('an invalid expression has none', () => {
    expect(nextDueTimes('0 25 * * *', 'UTC', 0, 5)).toEqual([])
    expect(nextDueTimes('0 2 * * *', 'Mars/Olympus', 0, 5)).toEqual([])
  })
})

describe('a cron expression', () => {
  it.each(['', '0 2 * *', '0 0 2 * * *', '@daily', '60 2 * * *', '0 24 * * *', '0 0 31 2 *', 'a b c d e'])(
    '"%s" is refused with a reason',
    (cron) => expect(findCronFault(cron)).toMatch(/^[A-Z].*\.$/),
  )

  it('is described in words', () => {
    expect(explainCron('0 2 * * 1-5')).toBe('At 02:00, Monday through Friday')
    expect(explainCron('0 2 * * *')).toBe('At 02:00 every day')
    expect(explainCron('0 2 1 * *')).toBe('At 02:00, on day 1 of the month')
    expect(explainCron('*/10 * * * *')).toBe('Every 10 minutes')
    expect(explainCron('nonsense')).toBe('')
  })
})
