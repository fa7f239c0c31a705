import { expect, it } from 'vitest'
import { judgeSelect, readSelectFacts } from './judge-select.ts'

const printed = String.raw`SelectWithUnionQuery (children 3)
 ExpressionList (children 1)
  SelectQuery (children 4)
   ExpressionList (children 2)
    Function max (alias m) (children 1)
     ExpressionList (children 1)
      Literal \'x\\n    TableExpression (children 1)\'
    Function arrayMap (children 1)
     ExpressionList (children 2)
      Identifier file
      Identifier a
   TablesInSelectQuery (children 2)
    TablesInSelectQueryElement (children 1)
     TableExpression (children 1)
      TableIdentifier demo.t (alias z)
    TablesInSelectQueryElement (children 1)
     TableExpression (children 1)
      Function cluster (alias u) (children 1)
       ExpressionList (children 2)
        Identifier c
        Function view (children 1)
         ExpressionList
   Function notEquals (children 1)
    ExpressionList
   Set
 Literal \'out.tsv\'
 Identifier JSON
`

it('distinguishes table functions from functions and clauses of the whole query', () => {
  expect(readSelectFacts(printed)).toEqual({
    root: 'SelectWithUnionQuery',
    tableFunctions: ['cluster', 'view'],
    functions: ['max', 'arrayMap', 'file', 'notEquals'],
    appliesFunctions: false,
    ...{ hasFormat: true, hasOutfile: true, hasSettings: true, namesDatabase: true },
  })
  expect(readSelectFacts('')).toMatchObject({ root: '', tableFunctions: [] })
  expect(readSelectFacts(printed.replace('   Set\n', ''))).toMatchObject({ root: '' })
})

it('rejects what is no SELECT, writes a file, or cannot be checked', () => {
  const facts = { ...readSelectFacts(printed), hasOutfile: false }
  expect(judgeSelect(facts)).toBeNull()
  expect(judgeSelect({ ...facts, hasOutfile: true })).toContain('file')
  expect(judgeSelect({ ...facts, root: 'InsertQuery' })).toContain('not a SELECT')
  expect(judgeSelect({ ...facts, appliesFunctions: true })).toContain('APPLY')
  expect(judgeSelect({ ...facts, tableFunctions: ['URL'] })).toContain('URL()')
})
