import { expect, test } from 'vitest'
import { formatMoney } from './format-money.ts'

test.each([
  [null, '$', 'unknown'],
  [0, '$', '$0'],
  [1_234.5, '$', '$1,234.50'],
  [-2.5, '€', '−€2.50'],
  [0.12, 'CHF', 'CHF 0.12'],
  [0.08, '$', '$0.08'],
  [0.00123, '$', '$0.00123'],
  [0.000_034_5, '$', '$0.0000345'],
  [1e-9, '$', 'under $0.000001'],
])('%s as %s is %s', (amount, currency, text) => {
  expect(formatMoney(amount, currency)).toBe(text)
})
