import { expect, it } from 'vitest'
import { mapColumns } from './propose-table.ts'

const column = (name: string, defaultKind = '') => ({ name, type: 'String', defaultKind })
const read = (...names: string[]) => names.map((name) => ({ name, type: 'String' }))

it('finds columns by name, then by name without case and signs', () => {
  expect(
    mapColumns(read('trip_id', 'Pickup At', 'fare'), [
      column('trip_id'),
      column('pickup_at'),
      column('Fare'),
    ]),
  ).toEqual([
    { column: 'trip_id', source: 'trip_id' },
    { column: 'pickup_at', source: 'Pickup At' },
    { column: 'Fare', source: 'fare' },
  ])
})

it('prefers the very name, and leaves out what nobody can write', () => {
  expect(
    mapColumns(read('ID', 'id'), [column('id'), column('day', 'MATERIALIZED'), column('made', 'DEFAULT')]),
  ).toEqual([
    { column: 'id', source: 'id' },
    { column: 'made', source: null },
  ])
})
