import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgeExpression } from './judge-expression.ts'
import { judgeFunctions, judgeType } from './judge-functions.ts'
import { parseSyntaxTree, type SyntaxNode } from './syntax-tree.ts'

const columns = new Set(['a', 'b.c', 'file'])

interface Drawn {
  kind: string
  label: string
  children: Drawn[]
}
const { node: drawnTree } = fc.letrec<{ node: Drawn }>((tie) => ({
  node: fc.record({
    kind: fc.constantFrom('Function', 'Identifier', 'Literal', 'ExpressionList'),
    label: fc.constantFrom('', 'x', "'it\\\\n'", 'a b (alias c)'),
    children: fc.oneof({ maxDepth: 4 }, fc.constant<Drawn[]>([]), fc.array(tie('node'), { maxLength: 3 })),
  }),
}))

function print({ kind, label, children }: SyntaxNode, depth = 0): string {
  const count = children.length > 0 ? ` (children ${children.length})` : ''
  const own = `${' '.repeat(depth)}${kind}${label === '' ? '' : ` ${label}`}${count}`
  const line = own.replace(/[\\']/g, '\\$&')
  return [line, ...children.map((child) => print(child, depth + 1))].join('\n')
}

describe('a syntax tree', () => {
  it('is parsed as printed', () => {
    fc.assert(
      fc.property(drawnTree, (tree) => {
        expect(parseSyntaxTree(print(tree))).toEqual(tree)
      }),
    )
  })

  it('is rejected when a line is missing, added or moved', () => {
    const place = fc.nat()
    fc.assert(
      fc.property(drawnTree, place, fc.constantFrom('cut', 'repeat', 'indent'), (tree, at, change) => {
        const lines = print(tree).split('\n')
        const index = at % lines.length
        const line = lines[index] ?? ''
        const changed = { cut: [], repeat: [line, line], indent: [` ${line}`] }[change]
        lines.splice(index, 1, ...changed)
        const read = parseSyntaxTree(lines.join('\n'))
        if (read !== null) expect(read).not.toEqual(tree)
        if (change === 'indent') expect(read).toBeNull()
      }),
    )
  })
})

/** As the engine prints `SELECT (…)`. */
const select = (...lines: string[]) =>
  [
    'SelectWithUnionQuery (children 1)',
    ' ExpressionList (children 1)',
    '  SelectQuery (children 1)',
    '   ExpressionList (children 1)',
    ...lines.map((line) => `    ${line}`),
  ].join('\n')
const faultOf = (...lines: string[]) => judgeExpression(select(...lines), { columns }).fault

describe('an expression', () => {
  it('may read columns, members of columns and lambda parameters', () => {
    expect(faultOf('Identifier a')).toBeNull()
    expect(faultOf('Identifier a.member')).toBeNull()
    expect(faultOf('Identifier b.c')).toBeNull()
    expect(faultOf('Identifier b')).toContain('b is not a column')
    expect(faultOf('Identifier system.one')).toContain('system.one')
  })

  it('lists the functions that it calls', () => {
    const tree = select(
      'Function arrayMap (children 1)',
      ' ExpressionList (children 2)',
      '  Function lambda (children 1)',
      '   ExpressionList (children 2)',
      '    Function tuple (children 1)',
      '     ExpressionList (children 1)',
      '      Identifier x',
      '    Function upper (children 1)',
      '     ExpressionList (children 1)',
      '      Identifier x',
      '  Identifier a',
    )
    expect(judgeExpression(tree, { columns })).toEqual({ fault: null, functions: ['arrayMap', 'upper'] })
  })

  it('lists no function by name where a column has that name', () => {
    const tree = ['Function arrayMap (children 1)', ' ExpressionList (children 2)', '  Identifier file']
    expect(faultOf(...tree, '  Identifier a')).toContain('x -> file(x)')
  })

  it.each([
    [['Subquery (children 1)', ' Identifier a'], 'subquery'],
    [['Asterisk'], 'Name the column'],
    [['Identifier a (alias b)'], 'AS'],
    [['Function f (alias g) (children 1)', ' ExpressionList'], 'AS'],
    [["Literal UInt64_1 (alias it's)"], 'AS'],
    [["Literal \\'it\\\\\\'s\\' (alias \\'x\\')"], 'AS'],
    [['Function now (children 2)', ' ExpressionList', ' WindowDefinition'], 'window'],
    [['Function in (children 1)', ' ExpressionList (children 2)', '  Identifier a', '  Identifier a'], 'IN'],
    [['QueryParameter x'], 'QueryParameter'],
    [['Function f'], 'not understood'],
  ])('is rejected: %j', (lines, said) => expect(faultOf(...lines)).toContain(said))

  it('is accepted', () => {
    expect(judgeExpression('Explain (children 1)\n Identifier a', { columns }).fault).not.toBeNull()
    const two = select('Identifier a', 'Identifier a').replace(
      'List (children 1)\n    ',
      'List (children 2)\n    ',
    )
    expect(judgeExpression(two, { columns }).fault).toContain('more than one')
    expect(judgeExpression('', { columns }).fault).toContain('not understood')
  })
})

describe('a function', () => {
  const known = (name: string, change = {}) => ({
    ...{ name, aliasTo: '', builtIn: true, isCaseInsensitive: false, ...change },
  })

  it.each([
    ['toString', [known('toString')], null],
    ['substr', [known('substr', { aliasTo: 'substring' })], null],
    ['UPPER', [known('upper', { isCaseInsensitive: true })], null],
    ['TOSTRING', [known('toString')], 'no function TOSTRING()'],
    ['file', [known('file')], 'file() is not allowed'],
    ['FILE', [known('file', { isCaseInsensitive: true })], 'FILE() is not allowed'],
    ['other', [known('other', { aliasTo: 'file' })], 'other() is not allowed'],
    ['toString', [], 'no function toString()'],
    ['mine', [known('mine', { builtIn: false })], 'user-defined'],
    [
      'UPPER',
      [known('upper', { isCaseInsensitive: true }), known('UPPER', { builtIn: false })],
      'user-defined',
    ],
    ['upper', [known('upper', { isCaseInsensitive: true }), known('UPPER', { builtIn: false })], null],
    ['sumIf', [], 'no function sumIf()'],
  ])('%s: %j', (name, functions, said) => {
    const fault = judgeFunctions([name], functions)
    if (said === null) expect(fault).toBeNull()
    else expect(fault).toContain(said)
  })

  it('may be an aggregate with combinators where these are expected', () => {
    expect(judgeFunctions(['sumIf', 'quantilesTimingArrayIf'], [], { aggregates: true })).toBeNull()
    expect(judgeFunctions(['fileIf'], [], { aggregates: true })).not.toBeNull()
  })
})

describe('a type', () => {
  const column = (...children: string[]) =>
    [
      'CreateQuery t (children 2)',
      ' Identifier t',
      ' Columns definition (children 1)',
      '  ExpressionList (children 1)',
      `   ColumnDeclaration c (children ${children.filter((line) => !line.startsWith(' ')).length})`,
      ...children.map((line) => `    ${line}`),
    ].join('\n')

  it('is one name with its arguments', () => {
    expect(judgeType('UInt8', column('DataType UInt8'))).toBeNull()
    expect(judgeType("Array( Enum8('a)' = 1) ) NOT NULL", column('DataType Array'))).toBeNull()
    expect(judgeType('double precision', column('DataType DOUBLE PRECISION'))).toBeNull()
  })

  it.each([
    "UInt8 DEFAULT file('x')",
    'UInt8 CODEC(ZSTD)',
    'UInt8, b UInt8',
    'DEFAULT 1',
    'UInt8 PRIMARY KEY',
  ])('is not %s', (text) => expect(judgeType(text, column('DataType UInt8'))).not.toBeNull())

  it('is alone in the tree', () => {
    expect(judgeType('UInt8', column('DataType UInt8', 'Literal 1'))).not.toBeNull()
    expect(judgeType('UInt8', column('DataType UInt8 (children 1)', ' Subquery'))).not.toBeNull()
    expect(judgeType('UInt8', '')).not.toBeNull()
  })
})
