import { type DataColumn, DataTable, type EmptyStateProps, Panel } from '@frostline/ui'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { moreRows } from '@/trpc/more-rows.ts'
import { panelFromInfinite } from '@/trpc/panel-from-query.ts'

interface RunListProps<Page, Row> {
  title: string
  description?: string
  actions?: ReactNode
  /** Completes "Could not …". */
  task: string
  /** Accessible name of the table. */
  label: string
  query: UseInfiniteQueryResult<InfiniteData<Page>, unknown>
  rowsOf: (page: Page) => readonly Row[]
  columns: readonly DataColumn<Row>[]
  /** Summary of all rows read so far. */
  above?: (rows: readonly Row[]) => ReactNode
  empty: EmptyStateProps
}

/** Runs of one kind, newest first; more are fetched while scrolling. */
export function RunList<Page, Row extends { id: string }>(props: RunListProps<Page, Row>) {
  const { title, description, actions, task, label, query, rowsOf, columns, above, empty } = props
  const rows = query.data?.pages.flatMap(rowsOf) ?? []
  return (
    <Panel
      title={title}
      description={description}
      flush
      minHeightPx={160}
      actions={actions}
      {...panelFromInfinite(query, { task, empty: () => (rows.length > 0 ? null : empty) })}
    >
      {above?.(rows)}
      <DataTable
        label={label}
        columns={columns}
        rows={rows}
        getRowId={(row) => row.id}
        refreshing={query.isPlaceholderData}
        {...moreRows(query)}
      />
    </Panel>
  )
}
