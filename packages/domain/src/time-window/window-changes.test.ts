import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryMomentMs, arbitraryWindow } from './testing/arbitrary-window.ts'
import type { TimeWindow, Weekday } from './time-window.ts'
import { isWindowOpen, nextWindowOpening, windowClosing } from './window-changes.ts'

const everyDay: Weekday[] = [0, 1, 2, 3, 4, 5, 6]
const daily = (timeZone: string, from: string, to: string): TimeWindow => ({
  timeZone,
  spans: [{ days: everyDay, from, to }],
})
const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())
const ms = (text: string) => Date.parse(text)

/** Reference implementation: compares the weekday and time that Intl formats, as text. */
function isOpenByText(window: TimeWindow, atMs: number): boolean {
  const write = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: window.timeZone, hourCycle: 'h23', ...options }).format(atMs)
  const today = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].indexOf(write({ weekday: 'short' }))
  const clock = write({ hour: '2-digit', minute: '2-digit' })
  return window.spans.some(({ days, from, to }) => {
    const startsToday = days.some((day) => day === today)
    const startedYesterday = days.some((day) => day === (today + 6) % 7)
    if (from < to) return startsToday && from <= clock && clock < to
    return (startsToday && from <= clock) || (startedYesterday && clock < to)
  })
}

describe('a window', () => {
  it('is open exactly when the clocks of its zone show an allowed time', () => {
    fc.assert(
      fc.property(arbitraryWindow, arbitraryMomentMs, (window, atMs) => {
        expect(isWindowOpen(window, atMs)).toBe(isOpenByText(window, atMs))
      }),
      { numRuns: 300 },
    )
  })

  it('changes only where reported', () => {
    fc.assert(
      fc.property(
        arbitraryWindow,
        arbitraryMomentMs,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (window, atMs, between) => {
          const open = isWindowOpen(window, atMs)
          const changeMs = open ? windowClosing(window, atMs) : nextWindowOpening(window, atMs)
          if (changeMs === null) {
            expect(open).toBe(true)
            return
          }
          expect(isWindowOpen(window, changeMs)).toBe(!open)
          expect(isWindowOpen(window, changeMs - 1)).toBe(open)
          const inside = Math.floor(atMs + (changeMs - 1 - atMs) * between)
          expect(isWindowOpen(window, inside)).toBe(open)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('opens next after it has closed', () => {
    fc.assert(
      fc.property(arbitraryWindow, arbitraryMomentMs, (window, atMs) => {
        const closingMs = windowClosing(window, atMs)
        const openingMs = nextWindowOpening(window, atMs)
        if (closingMs !== null) expect(openingMs).toBe(nextWindowOpening(window, closingMs))
        if (openingMs !== null) expect(openingMs).toBeGreaterThan(closingMs ?? atMs)
      }),
      { numRuns: 200 },
    )
  })

  it('crosses midnight on the day on which it starts', () => {
    const friday: TimeWindow = { timeZone: 'UTC', spans: [{ days: [5], from: '22:00', to: '06:00' }] }
    expect(isWindowOpen(friday, ms('2026-11-20T21:59:59Z'))).toBe(false)
    expect(isWindowOpen(friday, ms('2026-11-20T22:00:00Z'))).toBe(true)
    expect(iso(windowClosing(friday, ms('2026-11-20T22:00:00Z')))).toBe('2026-11-21T06:00:00.000Z')
    expect(isWindowOpen(friday, ms('2026-11-21T22:30:00Z'))).toBe(false)
    expect(iso(nextWindowOpening(friday, ms('2026-11-21T06:00:00Z')))).toBe('2026-11-27T22:00:00.000Z')
  })

  it('joins adjacent spans, and never changes when it is always open', () => {
    const allDay: TimeWindow = {
      timeZone: 'Europe/Berlin',
      spans: [{ days: everyDay, from: '00:00', to: '24:00' }],
    }
    expect(windowClosing(allDay, ms('2026-03-29T00:30:00Z'))).toBe(null)
    expect(nextWindowOpening(allDay, ms('2026-03-29T00:30:00Z'))).toBe(null)
    const touching: TimeWindow = {
      timeZone: 'UTC',
      spans: [
        { days: everyDay, from: '22:00', to: '24:00' },
        { days: everyDay, from: '00:00', to: '02:00' },
      ],
    }
    expect(iso(windowClosing(touching, ms('2026-11-20T23:00:00Z')))).toBe('2026-11-21T02:00:00.000Z')
  })
})

describe('when clocks go forward (Berlin, 2026-03-29, no 02:00 to 03:00)', () => {
  const nightMs = ms('2026-03-28T23:00:00Z')

  it('a span that starts in the missing hour opens right after it', () => {
    const window = daily('Europe/Berlin', '02:30', '04:00')
    expect(iso(nextWindowOpening(window, nightMs))).toBe('2026-03-29T01:00:00.000Z')
    expect(iso(windowClosing(window, ms('2026-03-29T01:00:00Z')))).toBe('2026-03-29T02:00:00.000Z')
  })

  it('a span that ends in the missing hour closes at its start', () => {
    const window = daily('Europe/Berlin', '01:00', '02:30')
    expect(iso(windowClosing(window, ms('2026-03-29T00:00:00Z')))).toBe('2026-03-29T01:00:00.000Z')
  })

  it('a span inside the missing hour waits for the next day, or for the next week', () => {
    expect(iso(nextWindowOpening(daily('Europe/Berlin', '02:00', '03:00'), nightMs))).toBe(
      '2026-03-30T00:00:00.000Z',
    )
    const sunday: TimeWindow = {
      timeZone: 'Europe/Berlin',
      spans: [{ days: [0], from: '02:00', to: '03:00' }],
    }
    expect(iso(nextWindowOpening(sunday, nightMs))).toBe('2026-04-05T00:00:00.000Z')
    expect(iso(nextWindowOpening(sunday, ms('2026-03-22T02:00:00Z')))).toBe('2026-04-05T00:00:00.000Z')
  })

  it('a day that a zone skips (Apia, Friday 2011-12-30) opens nothing', () => {
    const friday: TimeWindow = {
      timeZone: 'Pacific/Apia',
      spans: [{ days: [5], from: '10:00', to: '11:00' }],
    }
    expect(iso(nextWindowOpening(friday, ms('2011-12-24T00:00:00Z')))).toBe('2012-01-05T20:00:00.000Z')
  })
})

describe('when clocks go back', () => {
  it('an hour that occurs twice is open twice (Berlin, 2026-10-25, 02:00 to 03:00)', () => {
    const window = daily('Europe/Berlin', '01:00', '02:30')
    const firstClosing = windowClosing(window, ms('2026-10-24T23:00:00Z'))
    expect(iso(firstClosing)).toBe('2026-10-25T00:30:00.000Z')
    const again = nextWindowOpening(window, firstClosing ?? 0)
    expect(iso(again)).toBe('2026-10-25T01:00:00.000Z')
    expect(iso(windowClosing(window, again ?? 0))).toBe('2026-10-25T01:30:00.000Z')
  })

  it('a span across the change lasts an hour longer', () => {
    const window = daily('Europe/Berlin', '01:00', '04:00')
    const openMs = ms('2026-10-24T23:00:00Z')
    expect((windowClosing(window, openMs) ?? 0) - openMs).toBe(4 * 3_600_000)
  })

  it('a change of half an hour also counts (Lord Howe, 2026-04-05)', () => {
    const window = daily('Australia/Lord_Howe', '01:00', '02:00')
    expect(iso(windowClosing(window, ms('2026-04-04T14:00:00Z')))).toBe('2026-04-04T15:30:00.000Z')
  })
})
