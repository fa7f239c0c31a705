import fc from 'fast-check'
import { expect, it } from 'vitest'
import { foldShares } from './share-bar-shares.ts'

it('keeps the sum, the order by size, and the limit', () => {
  const share = fc.record({
    key: fc.uuid(),
    label: fc.string(),
    value: fc.bigInt({ min: 0n, max: 1n << 60n }),
  })
  fc.assert(
    fc.property(fc.array(share), fc.integer({ min: 2, max: 8 }), (shares, most) => {
      const shown = foldShares(shares, most)
      const sum = (all: readonly { value: bigint }[]) => all.reduce((total, { value }) => total + value, 0n)
      expect(sum(shown)).toBe(sum(shares))
      expect(shown.length).toBeLessThanOrEqual(most)
      const named = shown.filter(({ key }) => key !== '\0rest').map(({ value }) => value)
      expect(named).toEqual(named.toSorted((a, b) => (a < b ? 1 : -1)))
    }),
  )
})
