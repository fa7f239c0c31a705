import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fileStructure, planArchiveColumns } from './archive-columns.ts'
import { formatOf } from './archive-format.ts'
import { parseType } from './parse-type.ts'
import { ruleOfType } from './type-rules.ts'

const plain = fc.constantFrom(
  'UInt8',
  'String',
  "Enum8('a, b' = 1, 'c\\')' = 2)",
  "DateTime64(3, 'Europe/Berlin')",
  'Decimal(76, 3)',
  'FixedString(5)',
  'UUID',
)
const native = fc.constantFrom(
  'JSON',
  'JSON(a UInt8, SKIP b)',
  'Variant(String, UInt8)',
  'Dynamic',
  'QBit(Float32, 4)',
)
const wraps: ((type: string) => string)[] = [
  (type) => `Array(${type})`,
  (type) => `Nullable(${type})`,
  (type) => `Map(String, ${type})`,
  (type) => `Tuple(a ${type}, \`b, (\` String)`,
  (type) => `Tuple(UInt8, ${type})`,
  (type) => `Nested(x ${type})`,
  (type) => `SimpleAggregateFunction(any, ${type})`,
]
const wrapped = (leaf: fc.Arbitrary<string>) =>
  fc
    .tuple(leaf, fc.array(fc.constantFrom(...wraps), { maxLength: 4 }))
    .map(([type, layers]) => layers.reduce((inner, wrap) => wrap(inner), type))

describe('ruleOfType', () => {
  it('takes plain types at any depth', () => {
    fc.assert(fc.property(wrapped(plain), (type) => ruleOfType(type).kind === 'equal'))
  })

  it('takes what Parquet does not keep as Native, at any depth, and says why', () => {
    fc.assert(
      fc.property(wrapped(native), (type) => {
        const rule = ruleOfType(type)
        return rule.kind === 'native' && /^(?:Parquet|ClickHouse) .*Native/.test(rule.remark)
      }),
    )
  })

  it('refuses a type that it does not know', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z][a-z]{3,8}X$/), (type) => ruleOfType(type).kind === 'refused'),
    )
  })

  it('writes types without a Parquet type as others, only at the top', () => {
    expect(ruleOfType('Time64(6)')).toMatchObject({
      fileType: 'Decimal(18, 6)',
      read: 'CAST({} AS Time64(6))',
    })
    expect(ruleOfType('BFloat16')).toMatchObject({ fileType: 'Float32' })
    expect(ruleOfType('IntervalDay')).toMatchObject({ fileType: 'Int64' })
    expect(ruleOfType('Array(Time)')).toMatchObject({ kind: 'refused' })
  })

  it('takes states that keep their bytes', () => {
    expect(ruleOfType('AggregateFunction(argMax, String, DateTime)')).toMatchObject({ fileType: 'String' })
    expect(ruleOfType('AggregateFunction(sumIf, UInt64, UInt8)')).toMatchObject({ check: null })
  })

  it('compares states that change the order of their bytes by their result and their bytes', () => {
    expect(ruleOfType('AggregateFunction(uniq, UInt64)')).toMatchObject({
      ...{ fileType: 'String', check: expect.stringContaining('finalizeAggregation({})') },
    })
    expect(ruleOfType('AggregateFunction(1, sumMap, Array(UInt8), Array(UInt64))').kind).toBe('encoded')
    expect(ruleOfType('AggregateFunction(quantileTDigest, UInt64)')).toMatchObject({ kind: 'refused' })
  })
})

it('does not mistake the name of an element for a type', () => {
  expect(parseType('Tuple(JSON UInt8, `Time 2` Array(String))').inner).toMatchObject([
    { name: 'UInt8' },
    { name: 'Array', inner: [{ name: 'String' }] },
  ])
  expect(ruleOfType('Tuple(Variant UInt8)').kind).toBe('equal')
})

it('leaves out columns that are not stored, and says so', () => {
  const { columns, remarks } = planArchiveColumns([
    { name: 'a', type: 'UInt8', defaultKind: '' },
    { name: 'b', type: 'JSON', defaultKind: 'ALIAS' },
    { name: 'c', type: 'JSON', defaultKind: '' },
    { name: 'd', type: 'Time', defaultKind: 'MATERIALIZED' },
  ])
  expect(columns.map(({ name, fileType }) => [name, fileType])).toEqual([
    ['a', 'UInt8'],
    ['c', 'JSON'],
    ['d', 'Int32'],
  ])
  expect(remarks.map(({ column, outcome }) => [column, outcome])).toEqual([
    ['b', 'remark'],
    ['c', 'remark'],
    ['d', 'remark'],
    ['d', 'remark'],
  ])
  expect(formatOf(columns)).toBe('Native')
  expect(formatOf(columns.filter(({ name }) => name !== 'c'))).toBe('Parquet')
})

it('refuses a name that hides a virtual column, also of a column that is not stored', () => {
  for (const defaultKind of ['', 'ALIAS'])
    expect(planArchiveColumns([{ name: '_part', type: 'String', defaultKind }]).remarks).toContainEqual(
      expect.objectContaining({ column: '_part', outcome: 'refused' }),
    )
})

it('names columns otherwise in files that would hide a virtual column of s3()', () => {
  const { columns } = planArchiveColumns(
    ['_path', 'column_path', 'a'].map((name) => ({ name, type: 'UInt8', defaultKind: '' })),
  )
  expect(fileStructure(columns).map(({ name }) => name)).toEqual(['_column_path', 'column_path', 'a'])
})
