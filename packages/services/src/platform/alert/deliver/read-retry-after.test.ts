import { expect, it } from 'vitest'
import { readRetryAfter } from './read-retry-after.ts'

const nowMs = Date.parse('2026-11-25T05:00:00Z')

it.each([
  [undefined, undefined],
  ['', undefined],
  ['soon', undefined],
  ['30', 30_000],
  [' 0 ', 0],
  ['999999', 3_600_000],
  ['Wed, 25 Nov 2026 05:02:00 GMT', 120_000],
  ['Wed, 25 Nov 2026 04:00:00 GMT', 0],
])('Retry-After %s is %s ms', (header, expected) => {
  expect(readRetryAfter(header, nowMs)).toBe(expected)
})
