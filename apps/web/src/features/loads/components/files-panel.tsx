'use client'
import {
  bytesColumn,
  column,
  countColumn,
  type DataColumn,
  formatCountOf,
  monoColumn,
  numberColumn,
  Select,
  timeColumn,
} from '@frostline/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { RawText } from '@/features/sources/components/raw-text.tsx'
import { ExportLink } from '@/features/status/export-link.tsx'
import { LookPill } from '@/features/status/look-pill.tsx'
import { ObjectSearch } from '@/features/status/object-search.tsx'
import { PagedPanel } from '@/features/status/paged-panel.tsx'
import { choiceParam, textParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { useTRPC } from '@/trpc/context.ts'
import { byPages } from '@/trpc/more-rows.ts'
import { fileLooks, type LoadDetail, type LoadFile } from '../load.ts'

const statuses = ['any', 'waiting', 'loading', 'loaded', 'failed', 'changed', 'cancelled'] as const
const params = { file: textParam(), state: choiceParam(statuses, 'any') }

/** The ledger: the result of each object of the manifest. */
export function FilesPanel({ load }: { load: LoadDetail }) {
  const trpc = useTRPC()
  const [{ file, state }, setUrl] = useUrlState(params)
  const search = useDeferredValue(file)
  const query = useInfiniteQuery(
    trpc.loads.files.infiniteQueryOptions(
      { id: load.id, search, limit: 200, ...(state === 'any' ? {} : { status: state }) },
      byPages,
    ),
  )
  return (
    <PagedPanel
      title="Objects"
      description="One row per object. Each object is loaded once or not at all."
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
      task="read the objects of the load"
      label="Objects"
      query={query}
      rowsOf={(page) => page.files}
      columns={columns}
      serverSorted
      empty={{ title: 'No matching objects', children: 'Change the search or the filter.' }}
      footer={(total) => formatCountOf(total, 'object')}
    />
  )
}

const columns: readonly DataColumn<LoadFile>[] = [
  column('key', 'Key', { minWidthPx: 240, grow: 2, hideable: false }, (row) => <RawText text={row.key} />),
  column('state', 'State', { minWidthPx: 110, grow: 0 }, (row) => <LookPill look={fileLooks[row.status]} />),
  bytesColumn('size', 'Size', 90, (row) => row.sizeBytes),
  countColumn('rows', 'Rows', { minWidthPx: 90, none: '—' }, (row) => row.rows),
  countColumn('skipped', 'Bad rows', { minWidthPx: 80, none: '—' }, (row) => row.skippedRows),
  numberColumn('attempts', 'Attempts', 80, (row) => row.attempts),
  monoColumn('node', 'Read by', 160, (row) => row.nodeName ?? 'shared'),
  timeColumn('loaded', 'Loaded', { minWidthPx: 100, none: '—' }, (row) => row.loadedAt),
  column('error', 'Note', 220, (row) =>
    row.error === null ? null : (
      <span className="truncate text-xs" title={row.error}>
        {row.errorRow === null ? '' : `row ${row.errorRow}: `}
        {row.error}
      </span>
    ),
  ),
  monoColumn('etag', 'ETag', { minWidthPx: 180, hiddenByDefault: true }, (row) => row.etag),
]
