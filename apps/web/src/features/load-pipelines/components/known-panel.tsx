'use client'
import {
  bytesColumn,
  column,
  type DataColumn,
  DataTable,
  formatCountOf,
  monoColumn,
  Panel,
  Select,
  timeColumn,
} from '@frostline/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useDeferredValue } from 'react'
import { RawText } from '@/features/sources/components/raw-text.tsx'
import { ObjectSearch } from '@/features/status/object-search.tsx'
import { routes } from '@/navigation/routes.ts'
import { choiceParam, textParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { knownStates, type PipelineDetail, type PipelineObject } from '../pipeline.ts'

const states = ['any', 'taken', 'new_version', 'present', 'unreadable'] as const
const params = { known: choiceParam(states, 'any'), key: textParam() }

/** Why an object will not be loaded (again): it was loaded, overwritten, there before, or cannot be named. */
export function KnownPanel({ pipeline }: { pipeline: PipelineDetail }) {
  const trpc = useTRPC()
  const [{ known, key }, setUrl] = useUrlState(params)
  const search = useDeferredValue(key)
  const query = useQuery(
    trpc.loadPipelines.objects.queryOptions(
      { id: pipeline.id, search, limit: 200, ...(known === 'any' ? {} : { state: known }) },
      { placeholderData: keepPreviousData },
    ),
  )
  const rows = query.data?.objects ?? []
  const total = query.data?.total ?? 0
  return (
    <Panel
      title="Known objects"
      description="By key and ETag. Each is loaded once. An overwritten object has a new ETag."
      flush
      minHeightPx={200}
      actions={
        <>
          <ObjectSearch value={key} onChange={(next) => setUrl({ key: next })} />
          <Select
            label="Kind of objects"
            size="sm"
            className="w-56"
            value={known}
            options={states.map((value) => ({ value, label: labelOf(value, pipeline) }))}
            onValueChange={(next) => setUrl({ known: next })}
          />
        </>
      }
      {...panelFromQuery(query, {
        task: 'read the objects of the pipeline',
        empty: () =>
          rows.length > 0
            ? null
            : { title: 'No matching objects', children: 'The pipeline has no objects of this kind.' },
      })}
      footer={
        <span role="status">
          {rows.length < total
            ? `The last ${rows.length} of ${formatCountOf(total, 'object')}. Search by key to see others.`
            : formatCountOf(total, 'object')}
        </span>
      }
    >
      <DataTable
        label="Known objects"
        columns={columnsOf(pipeline.clusterSlug)}
        rows={rows}
        getRowId={(row) => `${row.key} ${row.etag}`}
        refreshing={query.isPlaceholderData}
      />
    </Panel>
  )
}

function labelOf(state: (typeof states)[number], { known }: PipelineDetail): string {
  if (state === 'any') return 'any kind'
  return `${knownStates[state].label} (${known[state]})`
}

function columnsOf(cluster: string): readonly DataColumn<PipelineObject>[] {
  return [
    column('key', 'Key', { minWidthPx: 240, grow: 2, hideable: false }, (row) => <RawText text={row.key} />),
    column('state', 'Reason', { minWidthPx: 150, grow: 1 }, (row) =>
      row.jobId === null ? (
        <span className="truncate" title={knownStates[row.state].meaning}>
          {knownStates[row.state].label}
        </span>
      ) : (
        <Link href={routes.load(cluster, row.jobId)} className="truncate hover:underline">
          in a load
        </Link>
      ),
    ),
    bytesColumn('size', 'Size', 90, (row) => row.sizeBytes),
    timeColumn('put', 'Uploaded', 110, (row) => row.modifiedAt),
    timeColumn('known', 'First seen', 110, (row) => row.knownAt),
    monoColumn('etag', 'ETag', { minWidthPx: 180, hiddenByDefault: true }, (row) => row.etag),
  ]
}
