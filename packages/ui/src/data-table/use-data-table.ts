'use client'
import { useMemo, useRef, useState } from 'react'
import type { DataColumn, SortState } from './data-column.ts'
import { isShown, readSelection, toggleAll, toggleOne } from './select-rows.ts'
import { sortRows } from './sort-rows.ts'

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

/** A row in the order of the table. */
export interface TableRow<Row> {
  id: string
  original: Row
}

/** Which rows and columns a table shows, and what is selected. Parts that are not controlled keep their own state. */
export function useDataTable<Row extends object>(options: UseDataTableOptions<Row>) {
  const { columns, rows: given, getRowId, serverSorted = false, selected, onSelectedChange } = options
  const [innerSort, setInnerSort] = useState<SortState | null>(null)
  const sort = options.sort === undefined ? innerSort : options.sort
  const lastToggled = useRef<string>(undefined)
  const rows = useMemo((): TableRow<Row>[] => {
    const ordered = serverSorted ? given : sortRows(given, columns, sort)
    return ordered.map((original) => ({ id: getRowId(original), original }))
  }, [given, columns, sort, serverSorted, getRowId])
  const ids = useMemo(() => rows.map(({ id }) => id), [rows])
  return {
    rows,
    visible: columns.filter((column) => isShown(column, options.hiddenColumns)),
    sort,
    setSort: (next: SortState | null) => {
      setInnerSort(next)
      options.onSortChange?.(next)
    },
    selection: onSelectedChange
      ? {
          ...readSelection(ids, selected),
          isSelected: (id: string) => selected?.has(id) ?? false,
          onToggleAll: (checked: boolean) => onSelectedChange(toggleAll(ids, selected, checked)),
          /** Shift takes all rows since the one toggled before. */
          onToggle: (id: string, checked: boolean, shift: boolean) => {
            const from = shift ? lastToggled.current : undefined
            lastToggled.current = id
            onSelectedChange(toggleOne(ids, selected, id, checked, from))
          },
        }
      : undefined,
  }
}
