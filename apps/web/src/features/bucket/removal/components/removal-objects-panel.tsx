'use client'
import {
  Bytes,
  column,
  type DataColumn,
  formatCountOf,
  monoColumn,
  numberColumn,
  Select,
  timeColumn,
} from '@frostline/ui'
import { useDeferredValue } from 'react'
import { ExportLink } from '@/features/status/export-link.tsx'
import { linkColumn } from '@/features/status/link-column.tsx'
import { LookPill } from '@/features/status/look-pill.tsx'
import { ObjectSearch } from '@/features/status/object-search.tsx'
import { PagedPanel } from '@/features/status/paged-panel.tsx'
import { routes } from '@/navigation/routes.ts'
import { choiceParam, textParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { useRemovalObjects } from '../hooks/use-removals.ts'
import { kindWords, objectLooks, orphanStates, type RemovalDetail, type RemovalObject } from '../removal.ts'

const states = ['any', ...orphanStates] as const
const kinds = ['any', 'engine', 'other', 'upload'] as const
const params = { key: textParam(), state: choiceParam(states, 'any'), kind: choiceParam(kinds, 'any') }

/** The ledger: the result of each object. */
export function RemovalObjectsPanel({ removal }: { removal: RemovalDetail }) {
  const [{ key, state, kind }, setUrl] = useUrlState(params)
  const search = useDeferredValue(key)
  const query = useRemovalObjects(removal.id, {
    ...{ search, state: state === 'any' ? null : state, kind: kind === 'any' ? null : kind },
  })
  return (
    <PagedPanel
      title="Objects"
      description="One row per object, recorded before and after each action."
      minHeightPx={200}
      actions={
        <>
          <ObjectSearch value={key} onChange={(next) => setUrl({ key: next })} />
          <Select
            label="State of objects"
            size="sm"
            className="w-32"
            value={state}
            options={states.map((value) => ({
              value,
              label: value === 'any' ? 'any state' : objectLooks[value].word,
            }))}
            onValueChange={(next) => setUrl({ state: next })}
          />
          <Select
            label="Kind of objects"
            size="sm"
            className="w-32"
            value={kind}
            options={kinds.map((value) => ({
              value,
              label: value === 'any' ? 'any kind' : kindWords[value],
            }))}
            onValueChange={(next) => setUrl({ kind: next })}
          />
          <ExportLink href={`/api/removal-objects/${removal.id}`} />
        </>
      }
      task="read the objects of the removal"
      label="Objects"
      query={query}
      rowsOf={(page) => page.objects}
      columns={columnsOf(removal.clusterSlug)}
      serverSorted
      maxHeightPx={420}
      empty={{ title: 'No matching objects', children: 'Change the search or the filters.' }}
      footer={(total) => formatCountOf(total, 'object')}
    />
  )
}

function columnsOf(cluster: string): readonly DataColumn<RemovalObject>[] {
  return [
    linkColumn('key', 'Key', { minWidthPx: 280, grow: 2, hideable: false }, (row) => ({
      href: routes.inspectObject(cluster, row.key),
      text: row.key,
    })),
    column('state', 'State', { minWidthPx: 120, grow: 0 }, (row) => (
      <LookPill look={objectLooks[row.state]} />
    )),
    numberColumn('size', 'Size', 90, (row) =>
      row.kind === 'upload' ? '—' : <Bytes value={row.sizeBytes} />,
    ),
    timeColumn(
      'changed',
      'Changed',
      { minWidthPx: 100, description: 'At the time of the audit. An object that has changed since is kept.' },
      (row) => row.modifiedAt,
    ),
    timeColumn('seen', 'Processed', { minWidthPx: 100, none: '—' }, (row) => row.changedAt),
    column('reason', 'Reason', 220, (row) =>
      row.reason === null ? null : (
        <span className="truncate text-xs" title={row.reason}>
          {row.reason}
        </span>
      ),
    ),
    column('kind', 'Kind', { minWidthPx: 180, hiddenByDefault: true }, (row) => kindWords[row.kind]),
    monoColumn('etag', 'ETag', { minWidthPx: 180, hiddenByDefault: true }, (row) => row.etag),
  ]
}
