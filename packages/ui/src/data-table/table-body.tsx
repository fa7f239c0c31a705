'use client'
import type { Row as TableRow } from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect } from 'react'
import { Checkbox } from '../checkbox.tsx'
import { joinClasses } from '../join-classes.ts'
import type { DataColumn } from './data-column.ts'
import type { Features } from './table-features.ts'

interface TableBodyProps<Row extends object> {
  rows: readonly TableRow<Features, Row>[]
  columns: readonly DataColumn<Row>[]
  scroller: HTMLElement | null
  rowHeightPx: number
  selectable: boolean
  rowLabel?: ((row: Row) => string) | undefined
  onEndReached?: (() => void) | undefined
}

export function TableBody<Row extends object>(props: TableBodyProps<Row>) {
  'use no memo' // The virtualizer is one mutable object: memoised reads of it would never change.
  const { rows, scroller, rowHeightPx, onEndReached } = props
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeightPx,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 8,
    // For the HTML of the server, until the height is measured.
    initialRect: { width: 0, height: 600 },
  })
  const items = virtualizer.getVirtualItems()
  const lastIndex = items.at(-1)?.index ?? -1
  useEffect(() => {
    if (onEndReached && rows.length > 0 && lastIndex >= rows.length - 1) onEndReached()
  }, [onEndReached, lastIndex, rows.length])
  return (
    // biome-ignore lint/a11y/useSemanticElements: virtual rows are positioned, which table elements refuse
    <div role="rowgroup" className="relative" style={{ height: virtualizer.getTotalSize() }}>
      {items.map((item) => {
        const row = rows[item.index]
        return row ? (
          <BodyRow key={row.id} {...props} row={row} index={item.index} startPx={item.start} />
        ) : null
      })}
    </div>
  )
}

interface BodyRowProps<Row extends object> extends TableBodyProps<Row> {
  row: TableRow<Features, Row>
  index: number
  startPx: number
}

function BodyRow<Row extends object>(props: BodyRowProps<Row>) {
  'use no memo' // Row methods read the table's store.
  const { row, index, startPx, columns, rowHeightPx, selectable, rowLabel } = props
  const selected = selectable && row.getIsSelected()
  const toggle = row.getToggleSelectedHandler()
  const background = selected ? 'bg-accent-soft' : 'bg-surface group-hover:bg-hover'
  return (
    // biome-ignore lint/a11y/useSemanticElements: see TableBody
    // biome-ignore lint/a11y/useFocusableInteractive: see TableBody
    <div
      role="row"
      aria-rowindex={index + 2}
      className="group absolute inset-x-0 top-0 grid grid-cols-(--columns)"
      style={{ height: rowHeightPx, transform: `translateY(${startPx}px)` }}
    >
      {selectable ? (
        // biome-ignore lint/a11y/useSemanticElements: see TableBody
        <div
          role="cell"
          className={joinClasses('sticky left-0 z-10 flex items-center border-b pl-4', background)}
        >
          <Checkbox
            label={`Select ${rowLabel ? rowLabel(row.original) : row.id}`}
            checked={selected}
            onCheckedChange={(checked, event) =>
              toggle({ target: { checked }, shiftKey: event instanceof MouseEvent && event.shiftKey })
            }
          />
        </div>
      ) : null}
      {columns.map((column, columnIndex) => (
        // biome-ignore lint/a11y/useSemanticElements: see TableBody
        <div
          key={column.id}
          role="cell"
          className={joinClasses(
            'flex min-w-0 items-center border-b px-3 first:pl-4 last:pr-4',
            background,
            column.align === 'end' && 'justify-end text-right',
            columnIndex === 0 && !selectable && 'sticky left-0 z-10',
          )}
        >
          {/* Start-aligned cells fill their place, so that bars in them have a width. */}
          <div className={joinClasses('min-w-0 truncate', column.align !== 'end' && 'flex-1')}>
            {column.cell(row.original)}
          </div>
        </div>
      ))}
    </div>
  )
}
