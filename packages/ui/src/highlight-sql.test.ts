import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { highlightSql } from './highlight-sql.ts'

const fragment = fc.oneof(
  fc.string(),
  fc.constantFrom("'", '`', '"', '\\', '--', '/*', '*/', '\n', '{x:String}', 'SELECT ', '1e9', 'é', '🧊'),
)

const kinds = (sql: string) =>
  highlightSql(sql)
    .filter((token) => token.text.trim() !== '')
    .map((token) => `${token.kind}:${token.text}`)

describe('highlightSql', () => {
  it('tells keywords, functions, values, parameters and comments apart', () => {
    expect(kinds(`SELECT sum(rows), 'it''s' FROM t WHERE id = {p:String} -- why`)).toEqual([
      'keyword:SELECT',
      'function:sum',
      'text:(',
      'text:rows',
      'text:), ',
      "string:'it''s'",
      'keyword:FROM',
      'text:t',
      'keyword:WHERE',
      'text:id',
      'text: = ',
      'parameter:{p:String}',
      'comment:-- why',
    ])
  })
  it('does not see keywords inside strings or quoted identifiers', () => {
    expect(kinds("`drop table` 'SELECT'")).toEqual(['text:`drop table`', "string:'SELECT'"])
  })
  it('never loses or changes a character', () => {
    fc.assert(
      fc.property(
        fc.array(fragment).map((parts) => parts.join('')),
        (sql) => {
          expect(
            highlightSql(sql)
              .map((token) => token.text)
              .join(''),
          ).toBe(sql)
        },
      ),
    )
  })
})
