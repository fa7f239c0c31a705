'use client'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { Checkbox } from '../checkbox.tsx'
import { joinClasses } from '../join-classes.ts'
import type { DataColumn, SortState } from './data-column.ts'
import { nextSort } from './sort-rows.ts'

interface TableHeaderProps<Row> {
  columns: readonly DataColumn<Row>[]
  sort: SortState | null
  onSortChange: (sort: SortState | null) => void
  selection?: { all: boolean; some: boolean; onToggleAll: (checked: boolean) => void } | undefined
}

export function TableHeader<Row>({ columns, sort, onSortChange, selection }: TableHeaderProps<Row>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a grid layout on table elements would drop their roles
    <div role="rowgroup" className="sticky top-0 z-20">
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: see above */}
      <div
        role="row"
        aria-rowindex={1}
        className="grid h-8 grid-cols-(--columns) border-b bg-sunken text-ink-3 text-xs"
      >
        {selection ? (
          // biome-ignore lint/a11y/useSemanticElements: see above
          // biome-ignore lint/a11y/useFocusableInteractive: see above
          <div role="columnheader" className="sticky left-0 z-10 flex items-center bg-sunken pl-4">
            <Checkbox
              label="Select all rows"
              checked={selection.all}
              indeterminate={selection.some && !selection.all}
              onCheckedChange={selection.onToggleAll}
            />
          </div>
        ) : null}
        {columns.map((column, index) => (
          <HeaderCell
            key={column.id}
            column={column}
            sort={sort}
            onSortChange={onSortChange}
            pinned={index === 0 && !selection}
          />
        ))}
      </div>
    </div>
  )
}

interface HeaderCellProps<Row> {
  column: DataColumn<Row>
  sort: SortState | null
  onSortChange: (sort: SortState | null) => void
  pinned: boolean
}

function HeaderCell<Row>({ column, sort, onSortChange, pinned }: HeaderCellProps<Row>) {
  const direction = sort?.id === column.id ? (sort.desc ? 'descending' : 'ascending') : 'none'
  const end = column.align === 'end'
  const className = joinClasses(
    'flex min-w-0 items-center px-1 first:pl-2 last:pr-2',
    end && 'justify-end',
    pinned && 'sticky left-0 z-10 bg-sunken',
  )
  if (!column.sortValue)
    return (
      // biome-ignore lint/a11y/useSemanticElements: a grid layout on table elements would drop their roles
      // biome-ignore lint/a11y/useFocusableInteractive: nothing to do here
      <div role="columnheader" title={column.description} className={className}>
        <span className="truncate px-2">{column.header}</span>
      </div>
    )
  const Icon = direction === 'none' ? ChevronsUpDown : direction === 'descending' ? ArrowDown : ArrowUp
  return (
    // biome-ignore lint/a11y/useSemanticElements: a grid layout on table elements would drop their roles
    // biome-ignore lint/a11y/useFocusableInteractive: the button inside takes the focus
    <div role="columnheader" aria-sort={direction} title={column.description} className={className}>
      <button
        type="button"
        onClick={() => onSortChange(nextSort(column, sort))}
        className={joinClasses(
          'group flex h-7 min-w-0 select-none items-center gap-1 rounded-sm px-2 -outline-offset-2 hover:text-ink',
          end && 'flex-row-reverse',
          direction !== 'none' && 'font-medium text-ink',
        )}
      >
        <span className="truncate">{column.header}</span>
        <Icon
          aria-hidden
          className={joinClasses(
            'size-3 shrink-0',
            direction === 'none' && 'opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100',
          )}
        />
      </button>
    </div>
  )
}
