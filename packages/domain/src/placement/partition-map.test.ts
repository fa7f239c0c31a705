import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PartitionCell, packPartitionMap, unpackPartitionMap } from './partition-map.ts'

const nodes = ['a', 'b, c', 'd']
const figure = fc.bigInt({ min: 0n, max: (1n << 64n) - 1n })
const share = (node: string) =>
  fc.record({
    node: fc.constant(node),
    parts: figure,
    rows: figure,
    hotBytes: figure,
    coldBytes: figure,
    unknownBytes: figure,
  })
const cell: fc.Arbitrary<PartitionCell> = fc.record({
  partitionId: fc.string(),
  partition: fc.string(),
  period: fc.option(
    fc.record({
      unit: fc.constant('month' as const),
      year: fc.integer({ min: 1900, max: 2299 }),
      month: fc.integer({ min: 1, max: 12 }),
      day: fc.constant(1),
    }),
  ),
  moving: fc.boolean(),
  logicalRows: fc.option(figure),
  sharedBytes: figure,
  nodes: fc
    .tuple(...nodes.map((node) => fc.option(share(node))))
    .map((shares) => shares.filter((own) => own !== null)),
})

test('unpacking restores every cell, whatever its names and figures', () => {
  fc.assert(
    fc.property(fc.array(cell), (cells) => {
      const sent: unknown = JSON.parse(JSON.stringify(packPartitionMap(cells, nodes)))
      expect(unpackPartitionMap(sent as ReturnType<typeof packPartitionMap>)).toEqual(cells)
    }),
  )
})
