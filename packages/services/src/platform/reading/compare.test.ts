import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compareValues, orderRows } from './compare.ts'

interface Row {
  name: string
  figure: number | null
}
const rows = fc.array(fc.record({ name: fc.string(), figure: fc.option(fc.integer({ min: 0, max: 3 })) }))
const byName = (a: Row, b: Row) => compareValues(a.name, b.name)
const direction = fc.constantFrom('asc' as const, 'desc' as const)

it('orders by the figure, rows without one last in either direction, and equal ones by name', () => {
  fc.assert(
    fc.property(rows, direction, (given, direction) => {
      const sorted = given.toSorted(orderRows({ direction, byName, figureOf: ({ figure }) => figure }))
      for (const [index, b] of sorted.entries()) {
        const a = sorted[index - 1]
        if (a === undefined) continue
        if (a.figure === b.figure) expect(a.name <= b.name).toBe(true)
        else if (b.figure !== null) {
          expect(a.figure).not.toBeNull()
          expect(direction === 'asc' ? (a.figure ?? 0) < b.figure : (a.figure ?? 0) > b.figure).toBe(true)
        }
      }
    }),
  )
})

it('orders by the name in both directions', () => {
  fc.assert(
    fc.property(rows, (given) => {
      const names = (direction: 'asc' | 'desc') =>
        given.toSorted(orderRows({ direction, byName, figureOf: null })).map(({ name }) => name)
      expect(names('asc')).toEqual(given.map(({ name }) => name).toSorted(compareValues))
      expect(names('desc')).toEqual(names('asc').toReversed())
    }),
  )
})
