import { expect, test } from 'vitest'
import { describeWindow } from './describe-window.ts'

test.each([
  [[], 'At any time'],
  [[{ days: [1, 2, 3, 4, 5], from: '22:00', to: '06:00' }], 'Mon to Fri 22:00 to 06:00 (next day)'],
  [[{ days: [0, 1, 2, 3, 4, 5, 6], from: '00:00', to: '24:00' }], 'Every day 00:00 to 24:00'],
  [[{ days: [6, 0], from: '01:00', to: '05:00' }], 'Sat, Sun 01:00 to 05:00'],
  [
    [
      { days: [1, 3, 5], from: '01:00', to: '02:00' },
      { days: [2], from: '03:00', to: '04:00' },
    ],
    'Mon, Wed, Fri 01:00 to 02:00; Tue 03:00 to 04:00',
  ],
] as const)('describes %j as "%s"', (spans, words) => {
  expect(describeWindow(spans.map((span) => ({ ...span, days: [...span.days] })))).toBe(words)
})
