import { expect, it } from 'vitest'
import { formatThousandRuns } from './format-cents.ts'

it.each([
  [null, '—'],
  [0, '$0'],
  [0.00128, '$0.0128'],
  [0.000013333, '$0.000133'],
  [12.3456, '$123.46'],
])('%s cents per run are shown as %s', (cents, text) => {
  expect(formatThousandRuns(cents)).toBe(text)
})
