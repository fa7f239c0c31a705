'use client'
import { Button, buttonClasses, DataTable, formatCountOf, Panel } from '@frostline/ui'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { FolderOpen, Import } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { useRoleAllows } from '@/auth/use-person.ts'
import { GenerateLinks } from '@/features/data-generation/components/generate-links.tsx'
import { useClusters } from '@/features/shell/hooks/use-clusters.ts'
import { routes } from '@/navigation/routes.ts'
import { namesParam } from '@/navigation/url-params.ts'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromInfinite } from '@/trpc/panel-from-query.ts'
import { type BrowserRow, objectColumns } from './object-columns.tsx'

interface LoadLinksProps {
  source: string
  bucket: string
  /** Empty: everything below the prefix. */
  keys: readonly string[]
  prefix: string
}

/** Some proxies cut off longer URLs. */
const maxCharacters = 6_000

/** Links from selected objects, or from a whole folder, to a cluster's load wizard. */
function LoadLinks({ source, bucket, keys, prefix }: LoadLinksProps) {
  const operator = useRoleAllows('operator')
  const clusters = useClusters()
  if (!operator) return null
  const picked = namesParam().write(new Set(keys)) ?? ''
  // A key that contains wildcards cannot be part of a pattern: then only the folder is passed.
  const glob = /[*?{]/.test(prefix) ? '' : `${prefix}**`
  const from =
    picked !== '' && picked.length <= maxCharacters
      ? { source, bucket, keys: picked }
      : { source, bucket, glob }
  const what = 'keys' in from ? `Load ${keys.length} selected` : 'Load this folder'
  return (clusters.data ?? []).map((cluster) => (
    <Link key={cluster.slug} href={routes.newLoad(cluster.slug, from)} className={buttonClasses('secondary')}>
      <Import aria-hidden /> {what}
      {(clusters.data?.length ?? 0) > 1 ? ` into ${cluster.name}` : ''}
    </Link>
  ))
}

interface FolderPanelProps {
  id: string
  bucket: string
  prefix: string
}

/** One folder; more pages are fetched while scrolling or on request. */
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

/** A folder of a bucket, page by page as the store gives it. */
function useFolder(at: { id: string; bucket: string; prefix: string }) {
  const trpc = useTRPC()
  const query = useInfiniteQuery(
    trpc.sources.objects.infiniteQueryOptions(
      { ...at, pageSize: 500 },
      {
        enabled: at.bucket !== '',
        getNextPageParam: (page) => page.nextCursor ?? undefined,
        placeholderData: keepPreviousData,
        refetchOnWindowFocus: false,
      },
    ),
  )
  const pages = query.data?.pages ?? []
  return {
    query,
    prefixes: [...new Set(pages.flatMap((page) => page.prefixes))],
    objects: pages.flatMap((page) => page.objects),
  }
}
