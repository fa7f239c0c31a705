import type { HeatMapPartition } from './heat-map-partition.ts'

/** A cell of the grid: a partition, or null where there is none. */
type HeatMapCell = HeatMapPartition | null

export interface HeatMapRow {
  key: string
  /** Row header: the year, or the first label of a sequence's row. */
  label: string
  cells: readonly HeatMapCell[]
}

/**
 * Months: one row a year, January to December, newest year last; two partitions of one month cannot share a cell, so
 * such a table falls back to the sequence. Sequence: in the order given, wrapped at `columns`.
 */
export function layOutCells(partitions: readonly HeatMapPartition[], columns: number): HeatMapRow[] {
  return hasMonthGrid(partitions) ? layOutMonths(partitions) : layOutSequence(partitions, columns)
}

export function hasMonthGrid(partitions: readonly HeatMapPartition[]): boolean {
  const months = new Set<string>()
  for (const { month } of partitions) {
    if (!month || month.month < 1 || month.month > 12) return false
    months.add(`${month.year}-${month.month}`)
  }
  return partitions.length > 0 && months.size === partitions.length
}

function layOutMonths(partitions: readonly HeatMapPartition[]): HeatMapRow[] {
  const years = new Map<number, HeatMapCell[]>()
  for (const partition of partitions) {
    if (!partition.month) continue
    const cells = years.get(partition.month.year) ?? new Array<HeatMapCell>(12).fill(null)
    cells[partition.month.month - 1] = partition
    years.set(partition.month.year, cells)
  }
  return [...years.entries()]
    .sort(([a], [b]) => a - b)
    .map(([year, cells]) => ({ key: String(year), label: String(year), cells }))
}

function layOutSequence(partitions: readonly HeatMapPartition[], columns: number): HeatMapRow[] {
  const width = Math.max(1, Math.floor(columns))
  const rows: HeatMapRow[] = []
  for (let start = 0; start < partitions.length; start += width) {
    const cells: HeatMapCell[] = partitions.slice(start, start + width)
    const first = partitions[start]
    while (cells.length < width) cells.push(null)
    rows.push({ key: first?.partitionId ?? String(start), label: first?.label ?? '', cells })
  }
  return rows
}
