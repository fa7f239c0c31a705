import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupBy } from '../group-by.ts'
import { tiers } from '../placement/tier.ts'
import { dropSharedCopies } from './request-cost.ts'

const copies = fc.array(
  fc.record({
    replicates: fc.constantFrom(null, '/tables/1', '/tables/2', '/tables/3'),
    tier: fc.constantFrom(...tiers),
    bytes: fc.bigInt({ min: 0n, max: 1n << 40n }),
    shared: fc.boolean(),
  }),
)
const sum = (all: readonly { bytes: bigint }[]) => all.reduce((total, { bytes }) => total + bytes, 0n)

test('objects shared by replicas count once, every other copy separately', () => {
  fc.assert(
    fc.property(copies, (all) => {
      const shared = all.filter((copy) => copy.shared && copy.tier === 'cold' && copy.replicates !== null)
      const rest = all.filter((copy) => !shared.includes(copy))
      const largest = [...groupBy(shared, ({ replicates }) => `${replicates}`).values()].map(
        ([first, ...others]) =>
          others.reduce((most, { bytes }) => (bytes > most ? bytes : most), first.bytes),
      )
      const paid = dropSharedCopies(all, () => 'db.t')
      expect(sum(paid)).toBe(largest.reduce((total, bytes) => total + bytes, sum(rest)))
      expect(dropSharedCopies(paid, () => 'db.t')).toEqual(paid)
    }),
  )
})

test('two tables share nothing', () => {
  const of = (table: string) => ({
    table,
    replicates: '/t/1',
    tier: 'cold' as const,
    bytes: 7n,
    shared: true,
  })
  expect(dropSharedCopies([of('a'), of('b'), of('a')], ({ table }) => table)).toHaveLength(2)
})
