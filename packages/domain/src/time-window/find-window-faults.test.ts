import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findWindowFaults } from './find-window-faults.ts'
import { arbitraryWindow } from './testing/arbitrary-window.ts'
import type { Weekday } from './time-window.ts'

const days: Weekday[] = [1]

test('a valid window has no faults', () => {
  fc.assert(
    fc.property(arbitraryWindow, (window) => {
      expect(findWindowFaults(window)).toEqual([])
    }),
  )
  expect(findWindowFaults({ timeZone: 'UTC', spans: [{ days, from: '00:00', to: '24:00' }] })).toEqual([])
})

test.each([
  [{ timeZone: 'Mars/Olympus', spans: [{ days, from: '01:00', to: '02:00' }] }, ['timeZone']],
  [{ timeZone: '+02:00', spans: [{ days, from: '01:00', to: '02:00' }] }, ['timeZone']],
  [{ timeZone: '', spans: [{ days, from: '01:00', to: '02:00' }] }, ['timeZone']],
  [{ timeZone: 'UTC', spans: [] }, ['spans']],
  [{ timeZone: 'UTC', spans: [{ days: [], from: '01:00', to: '02:00' }] }, ['spans', 0, 'days']],
  [{ timeZone: 'UTC', spans: [{ days, from: '24:00', to: '02:00' }] }, ['spans', 0, 'from']],
  [{ timeZone: 'UTC', spans: [{ days, from: '1:00', to: '02:00' }] }, ['spans', 0, 'from']],
  [{ timeZone: 'UTC', spans: [{ days, from: '01:00', to: '24:01' }] }, ['spans', 0, 'to']],
  [{ timeZone: 'UTC', spans: [{ days, from: '01:60', to: '02:00' }] }, ['spans', 0, 'from']],
  [{ timeZone: 'UTC', spans: [{ days, from: '01:00', to: '01:00' }] }, ['spans', 0, 'to']],
])('%j is rejected at its field', (window, path) => {
  expect(findWindowFaults(window).map((fault) => fault.path)).toEqual([path])
})
