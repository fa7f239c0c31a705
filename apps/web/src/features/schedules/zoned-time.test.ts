import { expect, test } from 'vitest'
import { formatZonedTime } from './zoned-time.ts'

test('formats a time as the clocks of a zone show it, also across a clock change', () => {
  expect(formatZonedTime(new Date('2026-10-25T00:30:00Z'), 'Europe/London')).toBe('Sun 2026-10-25 01:30 BST')
  expect(formatZonedTime(new Date('2026-10-25T01:30:00Z'), 'Europe/London')).toBe('Sun 2026-10-25 01:30 GMT')
  expect(formatZonedTime(new Date('2026-11-20T20:00:00Z'), 'UTC')).toBe('Fri 2026-11-20 20:00 UTC')
})
