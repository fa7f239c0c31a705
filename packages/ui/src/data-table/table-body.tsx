'use client'
import type { Row as TableRow } from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect } from 'react'
import { Checkbox } from '../checkbox.tsx'
import { joinClasses } from '../join-classes.ts'
import type { DataColumn } from './data-column.ts'
import type { TableEntry } from './list-entries.ts'
import type { Features } from './table-features.ts'

interface TableBodyProps<Row extends object> {
  entries: readonly TableEntry<TableRow<Features, Row>>[]
  groupHeader?: ((group: string) => ReactNode) | undefined
  columns: readonly DataColumn<Row>[]
  scroller: HTMLElement | null
  rowHeightPx: number
  selectable: boolean
  rowLabel?: ((row: Row) => string) | undefined
  onEndReached?: (() => void) | undefined
}

export function TableBody<Row extends object>(props: TableBodyProps<Row>) {
  'use no memo' // The virtualizer is one mutable object: memoised reads of it would never change.
  const { entries, scroller, rowHeightPx, onEndReached } = props
  const virtualizer = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeightPx,
    getItemKey: (index) => keyOf(entries[index]) ?? index,
    overscan: 8,
    // For the HTML of the server, until the height is measured.
    initialRect: { width: 0, height: 600 },
  })
  const items = virtualizer.getVirtualItems()
  const lastIndex = items.at(-1)?.index ?? -1
  useEffect(() => {
    if (onEndReached && entries.length > 0 && lastIndex >= entries.length - 1) onEndReached()
  }, [onEndReached, lastIndex, entries.length])
  return (
    // biome-ignore lint/a11y/useSemanticElements: virtual rows are positioned, which table elements refuse
    <div role="rowgroup" className="relative" style={{ height: virtualizer.getTotalSize() }}>
      {items.map((item) => {
        const entry = entries[item.index]
        if (!entry) return null
        const place = { index: item.index, startPx: item.start }
        return entry.kind === 'group' ? (
          <GroupRow key={item.key} {...props} {...place} group={entry.group} />
        ) : (
          <BodyRow key={item.key} {...props} {...place} row={entry.row} />
        )
      })}
    </div>
  )
}

function keyOf<Row extends object>(entry: TableEntry<TableRow<Features, Row>> | undefined) {
  return entry?.kind === 'group' ? `group ${entry.group}` : entry?.row.id
}

interface GroupRowProps<Row extends object> extends TableBodyProps<Row> {
  group: string
  index: number
  startPx: number
}

/** The line above the rows of a group. It stays at the left when the table is scrolled. */
function GroupRow<Row extends object>(props: GroupRowProps<Row>) {
  const { group, index, startPx, columns, rowHeightPx, selectable, groupHeader } = props
  return (
    // biome-ignore lint/a11y/useSemanticElements: see TableBody
    // biome-ignore lint/a11y/useFocusableInteractive: see TableBody
    <div
      role="row"
      aria-rowindex={index + 2}
      className="absolute inset-x-0 top-0 flex items-center border-b bg-sunken text-ink-2 text-xs"
      style={{ height: rowHeightPx, transform: `translateY(${startPx}px)` }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: see TableBody */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: see TableBody */}
      <div
        role="rowheader"
        aria-colspan={columns.length + (selectable ? 1 : 0)}
        className="sticky left-0 max-w-full truncate px-4"
      >
        {groupHeader?.(group)}
      </div>
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
