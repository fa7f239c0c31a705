import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DataColumn } from './data-column.ts'
import { nextSort, sortRows } from './sort-rows.ts'

interface Row {
  name: string
  sizeBytes: bigint | null
  at: Date | null
}

const columns: DataColumn<Row>[] = [
  { id: 'name', header: 'Name', cell: (row) => row.name, sortValue: (row) => row.name },
  { id: 'size', header: 'Size', cell: () => '', sortValue: (row) => row.sizeBytes, sortDescFirst: true },
  { id: 'at', header: 'At', cell: () => '', sortValue: (row) => row.at },
]
const row = fc.record({
  name: fc.string(),
  sizeBytes: fc.option(fc.bigInt({ min: 0n, max: (1n << 64n) - 1n })),
  at: fc.option(fc.date({ noInvalidDate: true })),
})
const sort = fc.record({ id: fc.constantFrom('name', 'size', 'at'), desc: fc.boolean() })

describe('sortRows', () => {
  it('keeps every row and does not touch its input', () => {
    fc.assert(
      fc.property(fc.array(row), sort, (rows, by) => {
        const before = [...rows]
        expect(new Set(sortRows(rows, columns, by))).toEqual(new Set(rows))
        expect(rows).toEqual(before)
      }),
    )
  })
  it('orders UInt64 exactly and puts unknown last in both directions', () => {
    fc.assert(
      fc.property(fc.array(row), fc.boolean(), (rows, desc) => {
        const sizes = sortRows(rows, columns, { id: 'size', desc }).map((each) => each.sizeBytes)
        const firstUnknown = sizes.indexOf(null)
        const known = (firstUnknown === -1 ? sizes : sizes.slice(0, firstUnknown)) as bigint[]
        if (firstUnknown !== -1) expect(sizes.slice(firstUnknown).every((size) => size === null)).toBe(true)
        for (let index = 1; index < known.length; index += 1) {
          const [a, b] = [known[index - 1] ?? 0n, known[index] ?? 0n]
          expect(desc ? a >= b : a <= b).toBe(true)
        }
      }),
    )
  })
  it('orders names with numbers as people do', () => {
    const rows = ['node-10', 'node-9', 'node-1'].map((name) => ({ name, sizeBytes: null, at: null }))
    expect(sortRows(rows, columns, { id: 'name', desc: false }).map((each) => each.name)).toEqual([
      'node-1',
      'node-9',
      'node-10',
    ])
  })
  it('leaves the order alone without a sort or for an unknown column', () => {
    const rows = [{ name: 'b', sizeBytes: 1n, at: null }]
    expect(sortRows(rows, columns, null)).toEqual(rows)
    expect(sortRows(rows, columns, { id: 'gone', desc: true })).toEqual(rows)
  })
})

describe('nextSort', () => {
  it('walks first direction, other direction, none', () => {
    const [, size] = columns
    if (!size) throw new Error('the size column is gone')
    const first = nextSort(size, null)
    expect(first).toEqual({ id: 'size', desc: true })
    const second = nextSort(size, first)
    expect(second).toEqual({ id: 'size', desc: false })
    expect(nextSort(size, second)).toBeNull()
    expect(nextSort(size, { id: 'name', desc: false })).toEqual({ id: 'size', desc: true })
  })
})
