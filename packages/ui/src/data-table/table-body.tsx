'use client'
import { type ReactNode, useEffect } from 'react'
import { Checkbox } from '../checkbox.tsx'
import { joinClasses } from '../join-classes.ts'
import type { DataColumn } from './data-column.ts'
import type { TableEntry } from './list-entries.ts'
import type { TableRow } from './use-data-table.ts'
import { useShownRows } from './use-shown-rows.ts'

interface TableBodyProps<Row extends object> {
  entries: readonly TableEntry<TableRow<Row>>[]
  groupHeader?: ((group: string) => ReactNode) | undefined
  columns: readonly DataColumn<Row>[]
  scroller: HTMLElement | null
  rowHeightPx: number
  selection:
    | {
        isSelected: (id: string) => boolean
        onToggle: (id: string, checked: boolean, shift: boolean) => void
      }
    | undefined
  rowLabel?: ((row: Row) => string) | undefined
  onEndReached?: (() => void) | undefined
}

export function TableBody<Row extends object>(props: TableBodyProps<Row>) {
  const { entries, scroller, rowHeightPx, onEndReached } = props
  const { from, to } = useShownRows(scroller, entries.length, rowHeightPx)
  useEffect(() => {
    if (onEndReached && entries.length > 0 && to >= entries.length) onEndReached()
  }, [onEndReached, to, entries.length])
  return (
    // biome-ignore lint/a11y/useSemanticElements: virtual rows are positioned, which table elements refuse
    <div role="rowgroup" className="relative" style={{ height: entries.length * rowHeightPx }}>
      {entries.slice(from, to).map((entry, offset) => {
        const place = { index: from + offset, startPx: (from + offset) * rowHeightPx }
        return entry.kind === 'group' ? (
          <GroupRow key={`group ${entry.group}`} {...props} {...place} group={entry.group} />
        ) : (
          <BodyRow key={entry.row.id} {...props} {...place} row={entry.row} />
        )
      })}
    </div>
  )
}

interface GroupRowProps<Row extends object> extends TableBodyProps<Row> {
  group: string
  index: number
  startPx: number
}

/** The line above the rows of a group. It stays at the left when the table is scrolled. */
function GroupRow<Row extends object>(props: GroupRowProps<Row>) {
  const { group, index, startPx, columns, rowHeightPx, selection, groupHeader } = props
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
        aria-colspan={columns.length + (selection ? 1 : 0)}
        className="sticky left-0 max-w-full truncate px-4"
      >
        {groupHeader?.(group)}
      </div>
    </div>
  )
}

interface BodyRowProps<Row extends object> extends TableBodyProps<Row> {
  row: TableRow<Row>
  index: number
  startPx: number
}

function BodyRow<Row extends object>(props: BodyRowProps<Row>) {
  const { row, index, startPx, columns, rowHeightPx, selection, rowLabel } = props
  const selected = selection?.isSelected(row.id) ?? false
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
      {selection ? (
        // biome-ignore lint/a11y/useSemanticElements: see TableBody
        <div
          role="cell"
          className={joinClasses('sticky left-0 z-10 flex items-center border-b pl-4', background)}
        >
          <Checkbox
            label={`Select ${rowLabel ? rowLabel(row.original) : row.id}`}
            checked={selected}
            onCheckedChange={(checked, event) =>
              selection.onToggle(row.id, checked, event instanceof MouseEvent && event.shiftKey)
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
            columnIndex === 0 && !selection && 'sticky left-0 z-10',
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
