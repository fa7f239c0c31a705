'use client'
import { Button, DataTable, formatCount, formatCountOf, Panel, ProgressBar } from '@frostline/ui'
import { SearchX } from 'lucide-react'
import { panelFromInfinite } from '@/trpc/panel-from-query.ts'
import { useObjectSearch } from '../hooks/use-object-search.ts'
import { type BrowserRow, objectColumns } from './object-columns.tsx'

interface SearchPanelProps {
  id: string
  bucket: string
  prefix: string
  text: string
}

/** What is found below a folder, while it is still being searched. */
export function SearchPanel({ id, bucket, prefix, text }: SearchPanelProps) {
  const search = useObjectSearch({ id, bucket, prefix, text })
  const { query, matches, searched, bound, running, complete } = search
  const rows: BrowserRow[] = matches.map((object) => ({ kind: 'object', ...object }))
  const progress = complete
    ? `Searched all ${formatCountOf(searched, 'object')} below the folder`
    : `Searched ${formatCount(searched)} of at most ${formatCount(bound)} objects`
  return (
    <Panel
      title="Found"
      description={`“${text}” in names below ${bucket}/${prefix}`}
      flush
      minHeightPx={320}
      {...panelFromInfinite(query, {
        task: `search ${bucket}/${prefix}`,
        empty: () =>
          rows.length > 0 || !complete
            ? null
            : {
                icon: <SearchX />,
                title: 'No matching objects',
                children: `${progress}. * and ? match within a folder, ** across folders. Other text matches anywhere in the name.`,
              },
      })}
      footer={
        <span className="flex flex-wrap items-center justify-between gap-2">
          <span role="status">{`${progress}: ${formatCountOf(matches.length, 'match', 'matches')}`}</span>
          {running ? (
            <Button size="sm" onClick={search.stop}>
              Stop
            </Button>
          ) : complete ? null : (
            <Button size="sm" onClick={search.goOn}>
              Continue search
            </Button>
          )}
        </span>
      }
    >
      {running ? (
        <ProgressBar label="Search" share={searched / bound} size="sm" className="px-4 pt-2" />
      ) : null}
      <DataTable
        label="Objects found"
        columns={objectColumns({ id, bucket, prefix, search: text })}
        rows={rows}
        getRowId={(row) => row.key}
        serverSorted
        empty={
          <p className="p-4 text-ink-3 text-sm">{running ? 'Nothing found so far.' : 'Nothing found yet.'}</p>
        }
      />
    </Panel>
  )
}
