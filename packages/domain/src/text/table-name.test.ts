import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseTableName, printTableName } from './table-name.ts'

const name = fc.oneof(
  fc.string({ minLength: 1 }),
  fc.array(fc.constantFrom(...'ab.`\\ "\n'), { minLength: 1 }).map((letters) => letters.join('')),
)

it('reads what it prints', () => {
  fc.assert(
    fc.property(name, name, (database, table) => {
      expect(parseTableName(printTableName({ database, table }))).toEqual({ database, table })
    }),
  )
})

it.each(['', 'orders', 'shop.', '.orders', 'a.b.c', '`a.b`', '`a`.`b', '``.b'])('refuses %s', (text) => {
  expect(parseTableName(text)).toBe(null)
})
