import { compareSortValues, type DataColumn, type SortState } from './data-column.ts'

/** Stable sort by one column; rows with an unknown value come last in both directions. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly DataColumn<Row>[],
  sort: SortState | null,
): Row[] {
  const read = columns.find((column) => column.id === sort?.id)?.sortValue
  if (!sort || !read) return [...rows]
  const direction = sort.desc ? -1 : 1
  return rows
    .map((row) => ({ row, value: read(row) }))
    .sort((a, b) => {
      if (a.value == null || b.value == null) return Number(a.value == null) - Number(b.value == null)
      return direction * compareSortValues(a.value, b.value)
    })
    .map(({ row }) => row)
}

/** The next state of a clicked header: first direction, other direction, unsorted. */
export function nextSort<Row>(column: DataColumn<Row>, sort: SortState | null): SortState | null {
  const first = column.sortDescFirst ?? false
  if (sort?.id !== column.id) return { id: column.id, desc: first }
  return sort.desc === first ? { id: column.id, desc: !first } : null
}
