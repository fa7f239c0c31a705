import fc from 'fast-check'
import { expect, it } from 'vitest'
import { tilesOf } from './tier-tiles.ts'

const sizes = fc.record({
  hot: fc.record({ bytes: fc.bigInt({ min: 0n, max: 1n << 40n }) }),
  cold: fc.record({ bytes: fc.bigInt({ min: 0n, max: 1n << 40n }) }),
  unknown: fc.record({ bytes: fc.bigInt({ min: 0n, max: 1n << 40n }) }),
})
const table = fc.record({ database: fc.constant('db'), table: fc.uuid(), tiers: fc.option(sizes) })

it('adds up to the totals, also of tables that are not given', () => {
  fc.assert(
    fc.property(fc.array(table, { maxLength: 8 }), fc.nat(8), (tables, shown) => {
      const sum = (tier: 'hot' | 'cold' | 'unknown') =>
        tables.reduce((all, each) => all + (each.tiers?.[tier].bytes ?? 0n), 0n)
      const totals = {
        tiers: {
          hot: { bytes: sum('hot') },
          cold: { bytes: sum('cold') },
          unknown: { bytes: sum('unknown') },
        },
      }
      const tiles = tilesOf({ tables: tables.slice(0, shown), totals })
      expect(BigInt(tiles.reduce((all, { value }) => all + value, 0))).toBe(
        sum('hot') + sum('cold') + sum('unknown'),
      )
      expect(new Set(tiles.map(({ key }) => key)).size).toBe(tiles.length)
    }),
  )
})
