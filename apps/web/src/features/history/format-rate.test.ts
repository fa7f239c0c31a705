import { expect, it } from 'vitest'
import { formatRate } from './format-rate.ts'

it('keeps two digits of small rates, and knows no value from zero', () => {
  expect([0, 0.0512, 3.24, 99.7, 12_345, null].map(formatRate)).toEqual([
    '0',
    '0.051',
    '3.2',
    '100',
    '12.3K',
    'unknown',
  ])
})
