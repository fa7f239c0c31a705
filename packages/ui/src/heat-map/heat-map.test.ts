import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { choosePartition, dragPartitions, rangeBetween } from './choose-partitions.ts'
import { type HeatMapPartition, intensityOf, sumPartition } from './heat-map-partition.ts'
import { layOutCells } from './lay-out-cells.ts'

const order = ['202311', '202312', '202401', '202402', '202403']
const none = new Set<string>()
const monthly = (year: number, month: number): HeatMapPartition => ({
  partitionId: `${year}${String(month).padStart(2, '0')}`,
  label: `${year}-${month}`,
  month: { year, month },
  nodes: [],
})

describe('choosing', () => {
  it('selects a range of time across the end of a year, both ways', () => {
    expect(rangeBetween(order, '202311', '202402')).toEqual(order.slice(0, 4))
    expect(rangeBetween(order, '202402', '202311')).toEqual(order.slice(0, 4))
    expect(rangeBetween(order, 'gone', '202402')).toEqual(['202402'])
    expect(rangeBetween(order, '202402', 'gone')).toEqual([])
  })
  it('replaces, toggles and extends', () => {
    const one = choosePartition({ order, selected: none, anchor: null }, '202312', 'replace')
    expect([...one.selected]).toEqual(['202312'])
    const range = choosePartition({ order, ...one }, '202402', 'extend')
    expect([...range.selected]).toEqual(['202312', '202401', '202402'])
    expect(range.anchor).toBe('202312')
    const without = choosePartition({ order, ...range }, '202401', 'toggle')
    expect([...without.selected]).toEqual(['202312', '202402'])
    expect(choosePartition({ order, ...one }, '202312', 'replace').selected.size).toBe(0)
  })
  it('toggles twice to the same', () => {
    fc.assert(
      fc.property(fc.subarray(order), fc.constantFrom(...order), (chosen, id) => {
        const start = { order, selected: new Set(chosen), anchor: null }
        const back = choosePartition({ order, ...choosePartition(start, id, 'toggle') }, id, 'toggle')
        expect(back.selected).toEqual(new Set(chosen))
      }),
    )
  })
  it('keeps what was selected before a drag', () => {
    expect(dragPartitions(order, new Set(['202403']), '202312', '202311')).toEqual(
      new Set(['202403', '202311', '202312']),
    )
  })
})

describe('layout', () => {
  it('puts months under each other, with gaps where a month has no partition', () => {
    const rows = layOutCells([monthly(2024, 3), monthly(2023, 12), monthly(2024, 1)], 5)
    expect(rows.map((row) => row.label)).toEqual(['2023', '2024'])
    expect(rows[1]?.cells.map((cell) => cell?.partitionId ?? null).slice(0, 4)).toEqual([
      '202401',
      null,
      '202403',
      null,
    ])
    expect(rows.every((row) => row.cells.length === 12)).toBe(true)
  })
  it('falls back to a sequence when a key has more than the month', () => {
    const twice = [monthly(2024, 3), { ...monthly(2024, 3), partitionId: '202403-eu' }]
    expect(layOutCells(twice, 2)[0]?.cells.map((cell) => cell?.partitionId)).toEqual(['202403', '202403-eu'])
  })
  it('shows every partition once, whatever the width', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string(), { maxLength: 60 }),
        fc.integer({ min: 1, max: 40 }),
        (ids, columns) => {
          const partitions = ids.map((id) => ({ partitionId: id, label: id, nodes: [] }))
          const rows = layOutCells(partitions, columns)
          expect(
            rows.flatMap((row) => row.cells).flatMap((cell) => (cell ? [cell.partitionId] : [])),
          ).toEqual(ids)
          expect(rows.every((row) => row.cells.length === columns)).toBe(true)
        },
      ),
    )
  })
})

describe('figures', () => {
  it('counts a node that could not be read as unknown, not as zero', () => {
    const figures = sumPartition({
      ...monthly(2024, 1),
      nodes: [
        { node: 'ch-1', parts: 2n, hotBytes: 25n, coldBytes: 75n },
        { node: 'ch-2', parts: null, hotBytes: null, coldBytes: null },
      ],
    })
    expect(figures).toMatchObject({ parts: 2n, totalBytes: 100n, coldShare: 0.75, unknownNodes: 1 })
    expect(sumPartition(monthly(2024, 1)).coldShare).toBeNull()
  })
  it('counts shared bytes once, and rows as given', () => {
    const nodes = ['ch-1', 'ch-2'].map((node) => ({ node, parts: 1n, hotBytes: 0n, coldBytes: 75n }))
    const figures = sumPartition({ ...monthly(2024, 1), nodes, rows: 10n, sharedBytes: 75n })
    expect(figures).toMatchObject({ parts: 2n, rows: 10n, coldBytes: 75n, totalBytes: 75n })
  })
  it('colours larger partitions at least as strongly, within bounds', () => {
    const size = fc.bigInt({ min: 1n, max: 1n << 50n })
    fc.assert(
      fc.property(size, size, (a, b) => {
        const [low, high] = a < b ? [a, b] : [b, a]
        expect(intensityOf(low, high)).toBeLessThanOrEqual(intensityOf(high, high))
        expect(intensityOf(low, high)).toBeGreaterThanOrEqual(0.3)
        expect(intensityOf(high, high)).toBe(1)
      }),
    )
    expect(intensityOf(0n, 5n)).toBe(0)
  })
})
