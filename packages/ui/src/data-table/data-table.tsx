'use client'
import { type CSSProperties, type ReactNode, useState } from 'react'
import { EmptyState } from '../empty-state.tsx'
import { joinClasses } from '../join-classes.ts'
import { Spinner } from '../spinner.tsx'
import type { DataColumn } from './data-column.ts'
import { listEntries } from './list-entries.ts'
import { TableBody } from './table-body.tsx'
import { TableHeader } from './table-header.tsx'
import { type UseDataTableOptions, useDataTable } from './use-data-table.ts'

export interface DataTableProps<Row extends object> extends UseDataTableOptions<Row> {
  /** Accessible name of the table. */
  label: string
  /** Name of a row for its checkbox. */
  rowLabel?: ((row: Row) => string) | undefined
  /** How many rows the server has, when not all are loaded. */
  totalCount?: number | undefined
  /** Called when the last loaded row comes into view: fetch the next page. */
  onEndReached?: (() => void) | undefined
  loadingMore?: boolean | undefined
  /** Rows on screen belong to an older request. */
  refreshing?: boolean | undefined
  empty?: ReactNode
  /** Rows of one group stand together below a line of their own, unless a person sorts them. */
  groupOf?: ((row: Row) => string) | undefined
  groupHeader?: ((group: string) => ReactNode) | undefined
  rowHeightPx?: number | undefined
  maxHeightPx?: number | undefined
  className?: string | undefined
}

const selectionWidthPx = 40

/**
 * Virtual rows of one height under a sticky header; the first column stays in view when the table is wider than its
 * place. Numbers belong in columns with `align: 'end'`.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, rowLabel, onEndReached, loadingMore = false, refreshing = false, empty } = props
  const { rowHeightPx = 36, maxHeightPx = 640, className } = props
  // State, not a ref: children measure in their effects, which run before a ref of this element is set.
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const { rows, visible, sort, setSort, selection } = useDataTable(props)
  const selectable = selection !== undefined
  const { groupOf, groupHeader } = props
  const entries = listEntries(rows, groupOf && groupHeader && !sort ? groupOf : undefined)
  return (
    <div className={joinClasses('relative min-w-0', className)}>
      <section
        ref={setScroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        aria-label={`${label}, scrollable`}
        className="fade-cut-off overflow-auto rounded-[inherit] -outline-offset-2 scrollbar-thin"
        style={{ maxHeight: maxHeightPx }}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: virtual rows are positioned, which table elements refuse */}
        <div
          role="table"
          aria-label={label}
          aria-rowcount={(props.totalCount ?? rows.length) + 1 + entries.length - rows.length}
          aria-colcount={visible.length + (selectable ? 1 : 0)}
          aria-busy={refreshing || loadingMore}
          className={joinClasses('min-w-max transition-opacity', refreshing && 'opacity-60')}
          style={layoutOf(visible, selectable)}
        >
          <TableHeader columns={visible} sort={sort} onSortChange={setSort} selection={selection} />
          <TableBody
            entries={entries}
            groupHeader={groupHeader}
            columns={visible}
            scroller={scroller}
            rowHeightPx={rowHeightPx}
            selection={selection}
            rowLabel={rowLabel}
            onEndReached={onEndReached}
          />
        </div>
        {rows.length === 0 ? (empty ?? <EmptyState title="No rows" />) : null}
        {loadingMore ? (
          <div role="status" className="flex h-9 items-center justify-center gap-2 text-ink-3 text-xs">
            <Spinner className="size-3.5" /> Loading more rows
          </div>
        ) : null}
      </section>
    </div>
  )
}

/** One template for all rows, so that virtual rows line up. */
function layoutOf<Row>(columns: readonly DataColumn<Row>[], selectable: boolean): CSSProperties {
  const tracks = columns.map((column) => {
    const width = column.minWidthPx ?? 112
    const grow = column.grow ?? 1
    return grow === 0 ? `${width}px` : `minmax(${width}px, ${grow}fr)`
  })
  const minWidth = columns.reduce((sum, column) => sum + (column.minWidthPx ?? 112), 0)
  return {
    '--columns': [...(selectable ? [`${selectionWidthPx}px`] : []), ...tracks].join(' '),
    minWidth: minWidth + (selectable ? selectionWidthPx : 0),
  } as CSSProperties
}
