import fc from 'fast-check'
import { expect, it } from 'vitest'
import { shareObjects } from './plan-batches.ts'

it('gives each object to one node, and no node more than the largest object beyond another', () => {
  const sizes = fc.array(fc.bigInt({ min: 0n, max: 1000n }), { maxLength: 60 })
  const nodes = fc
    .integer({ min: 1, max: 5 })
    .map((count) => Array.from({ length: count }, (_, i) => `n${i}`))
  fc.assert(
    fc.property(sizes, nodes, (given, names) => {
      const shares = shareObjects(
        given.map((sizeBytes) => ({ sizeBytes })),
        names,
      )
      const all = [...shares.values()].flat().toSorted((a, b) => a - b)
      expect(all).toEqual(given.map((_, index) => index))
      const sums = [...shares.values()].map((own) =>
        own.reduce((sum, index) => sum + (given[index] ?? 0n), 0n),
      )
      const largest = given.reduce((most, size) => (size > most ? size : most), 0n)
      for (const a of sums) for (const b of sums) expect(a - b <= largest).toBe(true)
    }),
  )
})
