import { expect, it } from 'vitest'
import { tableOfAddress } from './table-of-address.ts'

const none = { database: '', table: '' }

it('takes both names or none', () => {
  expect(tableOfAddress({ database: 'demo', table: 'trips' })).toEqual({ database: 'demo', table: 'trips' })
  for (const half of [
    { database: '', table: 'x' },
    { database: 'x', table: '' },
    { database: 'x', table: 'y'.repeat(300) },
    { database: 'x', table: '\0' },
    { database: '\ud800', table: 'x' },
  ])
    expect(tableOfAddress(half)).toEqual(none)
})
