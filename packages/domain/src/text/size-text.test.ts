import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sizeText } from './size-text.ts'

it('formats sizes in the largest unit that fits', () => {
  expect([0n, 1023n, 1024n, 1536n, 74_120_000_000n, 1n << 60n].map(sizeText)).toEqual([
    '0 B',
    '1023 B',
    '1.00 KiB',
    '1.50 KiB',
    '69.02 GiB',
    '1.00 EiB',
  ])
})

it('never shows more than 1023 of a unit below the largest', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }), (bytes) => {
      expect(Number.parseFloat(sizeText(bytes))).toBeLessThan(1024)
    }),
  )
})
