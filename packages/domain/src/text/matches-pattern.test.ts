import { expect, it } from 'vitest'
import { matchesPattern } from './matches-pattern.ts'

it('takes * for any characters and all others as they are', () => {
  expect(matchesPattern('logs.*', 'logs.events_local')).toBe(true)
  expect(matchesPattern('*.events_*', 'logs.events_local')).toBe(true)
  expect(matchesPattern('logs.events', 'logs.events_local')).toBe(false)
  expect(matchesPattern('logs.e', 'logsxe')).toBe(false)
  expect(matchesPattern('a(b[*', 'a(b[c')).toBe(true)
})
