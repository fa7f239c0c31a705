'use client'
import { Button, DataTable, formatCount, formatCountOf, Panel, ProgressBar } from '@frostline/ui'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromInfinite } from '@/trpc/panel-from-query.ts'
import { type BrowserRow, objectColumns } from './object-columns.tsx'

/** Objects searched before the user is asked whether to continue: about ten seconds of listing. */
const searchStep = 100_000
/** More matches than anybody reads: then the search pauses too. */
const matchStep = 2_000

/**
 * Searches everything below a prefix in pieces of some thousand objects, shows the matches so far, and stops on
 * request, at a limit, or at the end.
 */
function useObjectSearch(at: { id: string; bucket: string; prefix: string; text: string }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const about = JSON.stringify(at)
  const [allowance, setAllowance] = useState({ about, steps: 1, stopped: false })
  const current = allowance.about === about ? allowance : { about, steps: 1, stopped: false }
  const options = trpc.sources.search.infiniteQueryOptions(at, {
    enabled: at.text !== '' && at.bucket !== '',
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    refetchOnWindowFocus: false,
    staleTime: 60_000,
  })
  const query = useInfiniteQuery(options)
  const pages = query.data?.pages ?? []
  const matches = pages.flatMap((page) => page.matches)
  const searched = pages.reduce((sum, page) => sum + page.searched, 0)
  const bound = current.steps * searchStep
  const within = searched < bound && matches.length < current.steps * matchStep
  const { hasNextPage, isFetching, isError, fetchNextPage } = query
  const goesOn = hasNextPage && within && !current.stopped && !isError
  useEffect(() => {
    if (goesOn && !isFetching) void fetchNextPage()
  }, [goesOn, isFetching, fetchNextPage])
  return {
    query,
    matches,
    searched,
    bound,
    running: goesOn || (isFetching && !current.stopped),
    complete: pages.length > 0 && !hasNextPage,
    stop: () => {
      setAllowance({ ...current, stopped: true })
      void queryClient.cancelQueries({ queryKey: options.queryKey })
    },
    goOn: () =>
      setAllowance({ ...current, stopped: false, steps: within ? current.steps : current.steps + 1 }),
  }
}

interface SearchPanelProps {
  id: string
  bucket: string
  prefix: string
  text: string
}

/** Matches below a folder, while the search continues. */
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
