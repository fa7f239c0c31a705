import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readSelection, toggleAll, toggleOne } from './select-rows.ts'

const table = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 20 })
const others = fc.uniqueArray(fc.string({ minLength: 4, maxLength: 5 }))

it('selects and clears all rows of a table, and leaves others as they are', () => {
  fc.assert(
    fc.property(table, others, fc.boolean(), (ids, elsewhere, checked) => {
      const next = toggleAll(ids, new Set(elsewhere), checked)
      expect(readSelection(ids, next)).toEqual({ all: checked, some: false })
      expect([...next].filter((id) => !ids.includes(id))).toEqual(elsewhere)
    }),
  )
})

it('toggles one row, or all between two, and no other', () => {
  fc.assert(
    fc.property(table, fc.nat(19), fc.nat(19), fc.boolean(), (ids, a, b, checked) => {
      const [from, to] = [a % ids.length, b % ids.length]
      const before = new Set(ids.filter((_, index) => index % 2 === 0))
      const next = toggleOne(ids, before, ids[to] ?? '', checked, ids[from])
      for (const [index, id] of ids.entries()) {
        const isIn = index >= Math.min(from, to) && index <= Math.max(from, to)
        expect(next.has(id)).toBe(isIn ? checked : before.has(id))
      }
      expect([...toggleOne(ids, new Set(), ids[to] ?? '', true)]).toEqual([ids[to]])
    }),
  )
})

it('toggles one row when the other end of the range has gone', () => {
  expect([...toggleOne(['a', 'b'], undefined, 'b', true, 'gone')]).toEqual(['b'])
})
