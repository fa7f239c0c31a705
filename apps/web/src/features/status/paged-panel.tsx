import { type DataColumn, DataTable, type EmptyStateProps, Panel } from '@frostline/ui'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { moreRows } from '@/trpc/more-rows.ts'
import { panelFromInfinite } from '@/trpc/panel-from-query.ts'

interface PagedPanelProps<Page, Row> {
  title: string
  description?: string
  actions?: ReactNode
  /** Completes "Could not …". */
  task: string
  /** Names the table. */
  label: string
  query: UseInfiniteQueryResult<InfiniteData<Page>, unknown>
  rowsOf: (page: Page) => readonly Row[]
  columns: readonly DataColumn<Row>[]
  /** The order is that of the answer: columns cannot sort it. */
  serverSorted?: boolean
  /** Above the table: what all rows read so far come to. */
  above?: (rows: readonly Row[]) => ReactNode
  /** Left out: the empty table is shown. */
  empty?: EmptyStateProps
  /** Below the table: a line about the number of all rows. */
  footer?: (total: number) => string
  minHeightPx?: number
  maxHeightPx?: number
  /** Below the table, such as the drawer of a row. */
  children?: ReactNode
}

/** A list of the ledger in a panel. Further pages are read as the table is scrolled. */
export function PagedPanel<
  Page extends { next: unknown; total?: number },
  Row extends { id: string | number } | { ordinal: number },
>(props: PagedPanelProps<Page, Row>) {
  const { title, description, actions, task, label, query, rowsOf, columns, above, empty, footer } = props
  const rows = query.data?.pages.flatMap(rowsOf) ?? []
  const total = query.data?.pages[0]?.total
  return (
    <Panel
      title={title}
      description={description}
      flush
      minHeightPx={props.minHeightPx ?? 160}
      actions={actions}
      {...panelFromInfinite(query, { task, empty: () => (rows.length > 0 ? null : (empty ?? null)) })}
      footer={footer ? <span role="status">{footer(total ?? 0)}</span> : undefined}
    >
      {above?.(rows)}
      <DataTable
        label={label}
        columns={columns}
        rows={rows}
        getRowId={(row) => String('ordinal' in row ? row.ordinal : row.id)}
        serverSorted={props.serverSorted}
        totalCount={total}
        maxHeightPx={props.maxHeightPx}
        refreshing={query.isPlaceholderData}
        {...moreRows(query)}
      />
      {props.children}
    </Panel>
  )
}
