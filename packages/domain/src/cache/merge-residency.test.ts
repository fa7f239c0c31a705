import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mapKinds, mergeResidency, type ResidentPartition } from './merge-residency.ts'

const bytes = fc.bigInt({ min: 0n, max: 1n << 40n })
const rows: fc.Arbitrary<ResidentPartition> = fc
  .record({
    node: fc.constantFrom('a', 'b'),
    database: fc.constantFrom('shop', 'shop\0x'),
    table: fc.constantFrom('orders', 'trips'),
    partitionId: fc.constantFrom('202401', '202402', ''),
    rest: fc.boolean(),
    cachedBytes: bytes,
    storedBytes: bytes,
    segments: bytes,
    files: bytes,
    parts: bytes,
    topParts: fc.array(fc.record({ name: fc.string(), cachedBytes: bytes, storedBytes: bytes }), {
      maxLength: 12,
    }),
  })
  .map((row) => ({
    ...row,
    kinds: mapKinds(() => ({ cachedBytes: row.cachedBytes, storedBytes: row.storedBytes })),
  }))

const sum = <Item>(items: readonly Item[], pick: (item: Item) => bigint) =>
  items.reduce((total, item) => total + pick(item), 0n)

it('drops no byte and counts none twice, at every level', () => {
  fc.assert(
    fc.property(fc.array(rows, { maxLength: 30 }), (given) => {
      const tables = mergeResidency(given)
      for (const pick of ['cachedBytes', 'storedBytes', 'segments', 'files', 'parts'] as const) {
        expect(sum(tables, (table) => table[pick])).toBe(sum(given, (row) => row[pick]))
        for (const table of tables)
          expect(sum(table.partitions, (partition) => partition[pick])).toBe(table[pick])
      }
      expect(sum(tables, ({ kinds }) => kinds.marks.cachedBytes)).toBe(
        sum(given, ({ cachedBytes }) => cachedBytes),
      )
    }),
  )
})

it('has each table and partition once, the most cached first', () => {
  fc.assert(
    fc.property(fc.array(rows, { maxLength: 30 }), (given) => {
      const tables = mergeResidency(given)
      expect(new Set(tables.map(({ database, table }) => JSON.stringify([database, table]))).size).toBe(
        tables.length,
      )
      for (const list of [tables, ...tables.map(({ partitions }) => partitions)])
        for (const [index, item] of list.entries())
          expect(item.cachedBytes <= (list[index - 1]?.cachedBytes ?? item.cachedBytes)).toBe(true)
      for (const { partitions } of tables)
        for (const { topParts } of partitions) expect(topParts.length).toBeLessThanOrEqual(10)
    }),
  )
})
