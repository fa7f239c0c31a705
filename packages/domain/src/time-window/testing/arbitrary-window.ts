import fc from 'fast-check'
import type { TimeSpan, TimeWindow, Weekday } from '../time-window.ts'

/** DST of an hour and of half an hour, both hemispheres, a quarter hour offset, and no DST. */
export const someZones = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Asia/Kathmandu',
  'Africa/Casablanca',
  'Pacific/Apia',
  'UTC',
]

const weekdays: Weekday[] = [0, 1, 2, 3, 4, 5, 6]
const clockTime = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

const arbitrarySpan: fc.Arbitrary<TimeSpan> = fc
  .record({
    days: fc.subarray(weekdays, { minLength: 1 }),
    from: fc.nat({ max: 1439 }),
    lengthMinutes: fc.integer({ min: 1, max: 1439 }),
  })
  .map(({ days, from, lengthMinutes }) => ({
    days,
    from: clockTime(from),
    to: clockTime((from + lengthMinutes) % 1440),
  }))

export const arbitraryWindow: fc.Arbitrary<TimeWindow> = fc.record({
  timeZone: fc.constantFrom(...someZones),
  spans: fc.array(arbitrarySpan, { minLength: 1, maxLength: 3 }),
})

/** From 2000 to 2037, in whole seconds: all but two zones of the list change their clocks in that time. */
export const arbitraryMomentMs = fc
  .integer({ min: Date.UTC(2000, 0, 1) / 1000, max: Date.UTC(2037, 11, 31) / 1000 })
  .map((seconds) => seconds * 1000)
