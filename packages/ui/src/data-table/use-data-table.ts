'use client'
import { type ColumnDef, useTable } from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import type { DataColumn, SortState } from './data-column.ts'
import { sortRows } from './sort-rows.ts'
import { type Features, features } from './table-features.ts'

export interface UseDataTableOptions<Row extends object> {
  columns: readonly DataColumn<Row>[]
  rows: readonly Row[]
  getRowId: (row: Row) => string
  sort?: SortState | null | undefined
  onSortChange?: ((sort: SortState | null) => void) | undefined
  serverSorted?: boolean | undefined
  selected?: ReadonlySet<string> | undefined
  onSelectedChange?: ((selected: ReadonlySet<string>) => void) | undefined
  hiddenColumns?: readonly string[] | undefined
}

/** Binds our columns to TanStack Table; uncontrolled parts keep their own state. */
export function useDataTable<Row extends object>(options: UseDataTableOptions<Row>) {
  'use no memo' // Table methods read a store: memoised calls would show an older state.
  const { columns, rows, getRowId, serverSorted = false, selected, onSelectedChange } = options
  const [innerSort, setInnerSort] = useState<SortState | null>(null)
  const sort = options.sort === undefined ? innerSort : options.sort
  const setSort = (next: SortState | null) => {
    setInnerSort(next)
    options.onSortChange?.(next)
  }
  const data = useMemo(
    () => (serverSorted ? [...rows] : sortRows(rows, columns, sort)),
    [rows, columns, sort, serverSorted],
  )
  const definitions = useMemo(() => columns.map(toDefinition), [columns])
  const rowSelection = Object.fromEntries([...(selected ?? [])].map((id) => [id, true as const]))
  const table = useTable<Features, Row>({
    features,
    columns: definitions,
    data,
    getRowId,
    manualSorting: true,
    enableRowSelection: onSelectedChange !== undefined,
    state: {
      sorting: sort ? [sort] : [],
      rowSelection,
      columnVisibility: visibilityOf(columns, options.hiddenColumns),
    },
    onRowSelectionChange: (update) => {
      const next = typeof update === 'function' ? update(rowSelection) : update
      onSelectedChange?.(new Set(Object.keys(next)))
    },
  })
  return { table, sort, setSort }
}

function toDefinition<Row extends object>(column: DataColumn<Row>): ColumnDef<Features, Row> {
  return {
    id: column.id,
    header: column.header,
    cell: ({ row }) => column.cell(row.original),
    enableSorting: column.sortValue !== undefined,
    enableHiding: column.hideable ?? true,
  }
}

function visibilityOf<Row>(columns: readonly DataColumn<Row>[], hidden: readonly string[] | undefined) {
  return Object.fromEntries(
    columns.map((column) => [
      column.id,
      column.hideable === false || !(hidden ? hidden.includes(column.id) : (column.hiddenByDefault ?? false)),
    ]),
  )
}
