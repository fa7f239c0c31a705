'use client'
import {
  Bytes,
  Count,
  type DataColumn,
  DataTable,
  formatCountOf,
  Panel,
  RelativeTime,
  Select,
} from '@frostline/ui'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { RawText } from '@/features/sources/components/raw-text.tsx'
import { ExportLink } from '@/features/status/export-link.tsx'
import { LookPill } from '@/features/status/look-pill.tsx'
import { ObjectSearch } from '@/features/status/object-search.tsx'
import { choiceParam, textParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { useTRPC } from '@/trpc/context.ts'
import { moreRows } from '@/trpc/more-rows.ts'
import { panelFromInfinite } from '@/trpc/panel-from-query.ts'
import { fileLooks, type LoadDetail, type LoadFile } from '../load.ts'

const statuses = ['any', 'waiting', 'loading', 'loaded', 'failed', 'changed', 'cancelled'] as const
const params = { file: textParam(), state: choiceParam(statuses, 'any') }

/** The ledger: what became of each object of the manifest. */
export function FilesPanel({ load }: { load: LoadDetail }) {
  const trpc = useTRPC()
  const [{ file, state }, setUrl] = useUrlState(params)
  const search = useDeferredValue(file)
  const query = useInfiniteQuery(
    trpc.loads.files.infiniteQueryOptions(
      { id: load.id, search, limit: 200, ...(state === 'any' ? {} : { status: state }) },
      { getNextPageParam: (page) => page.next ?? undefined, placeholderData: keepPreviousData },
    ),
  )
  const rows = query.data?.pages.flatMap((page) => page.files) ?? []
  const total = query.data?.pages[0]?.total ?? 0
  return (
    <Panel
      title="Objects"
      description="One row per object. Each object is loaded once or not at all."
      flush
      minHeightPx={240}
      actions={
        <>
          <ObjectSearch value={file} onChange={(next) => setUrl({ file: next })} />
          <Select
            label="State of objects"
            size="sm"
            className="w-32"
            value={state}
            options={statuses.map((value) => ({ value, label: value === 'any' ? 'any state' : value }))}
            onValueChange={(next) => setUrl({ state: next })}
          />
          <ExportLink href={`/api/load-files/${load.id}`} />
        </>
      }
      {...panelFromInfinite(query, {
        task: 'read the objects of the load',
        empty: () =>
          rows.length > 0
            ? null
            : {
                title: 'No matching objects',
                children: 'Change the search or the filter.',
              },
      })}
      footer={<span role="status">{formatCountOf(total, 'object')}</span>}
    >
      <DataTable
        label="Objects"
        columns={columns}
        rows={rows}
        getRowId={(row) => String(row.ordinal)}
        serverSorted
        totalCount={total}
        refreshing={query.isPlaceholderData}
        {...moreRows(query)}
      />
    </Panel>
  )
}

const columns: readonly DataColumn<LoadFile>[] = [
  {
    id: 'key',
    header: 'Key',
    minWidthPx: 240,
    grow: 2,
    hideable: false,
    cell: (row) => <RawText text={row.key} />,
  },
  {
    id: 'state',
    header: 'State',
    minWidthPx: 110,
    grow: 0,
    cell: (row) => <LookPill look={fileLooks[row.status]} />,
  },
  {
    id: 'size',
    header: 'Size',
    align: 'end',
    minWidthPx: 90,
    grow: 0,
    cell: (row) => <Bytes value={row.sizeBytes} />,
  },
  {
    id: 'rows',
    header: 'Rows',
    align: 'end',
    minWidthPx: 90,
    grow: 0,
    cell: (row) => (row.rows === null ? '—' : <Count value={row.rows} />),
  },
  {
    id: 'skipped',
    header: 'Bad rows',
    align: 'end',
    minWidthPx: 80,
    grow: 0,
    cell: (row) => (row.skippedRows === null ? '—' : <Count value={row.skippedRows} />),
  },
  {
    id: 'attempts',
    header: 'Attempts',
    align: 'end',
    minWidthPx: 80,
    grow: 0,
    cell: (row) => row.attempts,
  },
  {
    id: 'node',
    header: 'Read by',
    minWidthPx: 160,
    cell: (row) => <span className="truncate font-mono text-xs">{row.nodeName ?? 'shared'}</span>,
  },
  {
    id: 'loaded',
    header: 'Loaded',
    align: 'end',
    minWidthPx: 100,
    grow: 0,
    cell: (row) => (row.loadedAt ? <RelativeTime at={row.loadedAt} /> : '—'),
  },
  {
    id: 'error',
    header: 'Note',
    minWidthPx: 220,
    cell: (row) =>
      row.error === null ? null : (
        <span className="truncate text-xs" title={row.error}>
          {row.errorRow === null ? '' : `row ${row.errorRow}: `}
          {row.error}
        </span>
      ),
  },
  {
    id: 'etag',
    header: 'ETag',
    minWidthPx: 180,
    hiddenByDefault: true,
    cell: (row) => <span className="truncate font-mono text-xs">{row.etag}</span>,
  },
]
