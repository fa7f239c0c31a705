import { expect, test } from 'vitest'
import { pageStatements, renderScript } from './page-statements.ts'

const statements = (count: number, length = 10) =>
  Array.from({ length: count }, () => ({ node: 'a', sql: 'x'.repeat(length) }))

test('pages hold 200 statements, or fewer that are long, and at least one', () => {
  expect(pageStatements([])).toEqual([])
  expect(pageStatements(statements(200))).toEqual([0])
  expect(pageStatements(statements(401))).toEqual([0, 200, 400])
  expect(pageStatements(statements(3, 90_000))).toEqual([0, 2])
  expect(pageStatements(statements(3, 300_000))).toEqual([0, 1, 2])
})

test('a script names each node once for consecutive statements, on one line', () => {
  expect(
    renderScript([
      { node: 'a\nb', sql: 'SELECT 1' },
      { node: 'a\nb', sql: 'SELECT 2' },
      { node: 'c', sql: 'SELECT 3' },
    ]),
  ).toBe('-- On a b\nSELECT 1;\nSELECT 2;\n-- On c\nSELECT 3;')
})
