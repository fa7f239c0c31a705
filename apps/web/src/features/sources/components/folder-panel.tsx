'use client'
import { Button, DataTable, formatCountOf, Panel } from '@frostline/ui'
import { FolderOpen } from 'lucide-react'
import { useState } from 'react'
import { GenerateLinks } from '@/features/data-generation/components/generate-links.tsx'
import { panelFromInfinite } from '@/trpc/panel-from-query.ts'
import { useFolder } from '../hooks/use-folder.ts'
import { LoadLinks } from './load-links.tsx'
import { type BrowserRow, objectColumns } from './object-columns.tsx'

interface FolderPanelProps {
  id: string
  bucket: string
  prefix: string
}

/** One folder, read on page by page as it is scrolled or asked for. */
export function FolderPanel(at: FolderPanelProps) {
  const { query, prefixes, objects } = useFolder(at)
  const rows: BrowserRow[] = [
    ...prefixes.map((key) => ({ kind: 'folder', key }) as const),
    ...objects.map((object) => ({ kind: 'object', ...object }) as const),
  ]
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const keys = objects.filter(({ key }) => picked.has(idOf({ kind: 'object', key }))).map(({ key }) => key)
  const more = () => {
    if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage()
  }
  return (
    <Panel
      title="Objects"
      description="Sorted by key."
      flush
      minHeightPx={320}
      actions={
        <>
          <GenerateLinks source={at.id} bucket={at.bucket} prefix={at.prefix} />
          <LoadLinks source={at.id} bucket={at.bucket} prefix={at.prefix} keys={keys} />
        </>
      }
      {...panelFromInfinite(query, {
        task: `list ${at.bucket}/${at.prefix}`,
        empty: () =>
          rows.length > 0
            ? null
            : {
                icon: <FolderOpen />,
                title: at.prefix === '' ? 'The bucket has no objects' : 'This folder is empty',
                children: 'A folder is a common prefix of keys. It exists as long as a key starts with it.',
              },
      })}
      footer={
        <span className="flex flex-wrap items-center justify-between gap-2">
          <span role="status">
            {`${formatCountOf(prefixes.length, 'folder')}, ${formatCountOf(objects.length, 'object')}`}
            {query.hasNextPage ? ' so far' : ''}
          </span>
          {query.hasNextPage ? (
            <Button size="sm" busy={query.isFetchingNextPage} onClick={more}>
              Load more
            </Button>
          ) : null}
        </span>
      }
    >
      <DataTable
        label="Objects"
        columns={objectColumns({ ...at, search: '' })}
        rows={rows}
        getRowId={idOf}
        rowLabel={(row) => row.key}
        selected={picked}
        onSelectedChange={setPicked}
        serverSorted
        refreshing={query.isPlaceholderData}
        loadingMore={query.isFetchingNextPage}
        onEndReached={more}
      />
    </Panel>
  )
}

function idOf({ kind, key }: { kind: BrowserRow['kind']; key: string }): string {
  return `${kind} ${key}`
}
