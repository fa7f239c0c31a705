import { expect, it } from 'vitest'
import { proposeTable, quoteName, withoutNullable } from './propose-table.ts'

it('orders by the id and the first time, partitions by month, and keeps Nullable where the sample has none', () => {
  const read = [
    { name: 'trip_id', type: 'Nullable(Int64)' },
    { name: 'picked up', type: 'Nullable(DateTime64(9))' },
    { name: 'tip', type: 'Nullable(Float64)' },
    { name: 'note', type: 'Nullable(String)' },
  ]
  expect(proposeTable(read, new Set(['note', 'trip_id']))).toEqual({
    columns: [
      { name: 'trip_id', type: 'Int64' },
      { name: 'picked up', type: 'DateTime64(9)' },
      { name: 'tip', type: 'Float64' },
      { name: 'note', type: 'Nullable(String)' },
    ],
    orderBy: '(trip_id, `picked up`)',
    partitionBy: 'toYYYYMM(`picked up`)',
  })
})

it('does without keys where nothing looks like one', () => {
  expect(proposeTable([{ name: 'a', type: 'String' }], new Set())).toMatchObject({
    orderBy: 'tuple()',
    partitionBy: '',
  })
})

it('unwraps the outermost Nullable only', () => {
  expect(withoutNullable('Array(Nullable(String))')).toBe('Array(Nullable(String))')
  expect(withoutNullable('Nullable(Decimal(9, 2))')).toBe('Decimal(9, 2)')
  expect(quoteName('a`b')).toBe('`a\\`b`')
})
