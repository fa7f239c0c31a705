import fc from 'fast-check'
import { expect, test } from 'vitest'
import { logicalBytes } from '../placement/logical-bytes.ts'
import { tiers } from '../placement/tier.ts'
import { dropSharedCopies } from './drop-shared-copies.ts'

const copies = fc.array(
  fc.record({
    shard: fc.integer({ min: 1, max: 3 }),
    tier: fc.constantFrom(...tiers),
    bytes: fc.bigInt({ min: 0n, max: 1n << 40n }),
    shared: fc.boolean(),
  }),
)
const sum = (all: readonly { bytes: bigint }[]) => all.reduce((total, { bytes }) => total + bytes, 0n)

test('shared objects count once a shard, every other copy each', () => {
  fc.assert(
    fc.property(copies, (all) => {
      const shared = all.filter((copy) => copy.shared && copy.tier === 'cold')
      const rest = all.filter((copy) => !shared.includes(copy))
      const paid = dropSharedCopies(all, () => 'db.t')
      expect(sum(paid)).toBe(sum(rest) + logicalBytes(shared))
      expect(dropSharedCopies(paid, () => 'db.t')).toEqual(paid)
    }),
  )
})

test('two tables share nothing with each other', () => {
  const of = (table: string) => ({ table, shard: 1, tier: 'cold' as const, bytes: 7n, shared: true })
  expect(dropSharedCopies([of('a'), of('b'), of('a')], ({ table }) => table)).toHaveLength(2)
})
