import { expect, test } from 'vitest'
import { readCount, readDecimal } from './read-number.ts'

test.each([
  ['12', 12],
  [' 0.25 ', 0.25],
  ['0,25', 0.25],
  ['3.', 3],
  ['', Number.NaN],
  ['.5', Number.NaN],
  ['-1', Number.NaN],
  ['1e3', Number.NaN],
  ['0x10', Number.NaN],
  ['1,000,000', Number.NaN],
  ['1 2', Number.NaN],
  ['1'.repeat(16), Number.NaN],
])('%j is read as %d', (text, number) => {
  expect(readDecimal(text)).toBe(number)
})

test.each([
  ['7', 7],
  [' 10000 ', 10_000],
  ['7.0', Number.NaN],
  ['7,', Number.NaN],
  ['', Number.NaN],
  ['+7', Number.NaN],
])('%j is counted as %d', (text, number) => {
  expect(readCount(text)).toBe(number)
})
