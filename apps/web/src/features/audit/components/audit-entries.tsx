'use client'
import { Button, DataTable, EmptyPicture, Panel, useOpenedAt } from '@frostline/ui'
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowUp, ScrollText, User } from 'lucide-react'
import { useState } from 'react'
import { ExportLink } from '@/features/status/export-link.tsx'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { useTRPC } from '@/trpc/context.ts'
import { useChanges } from '@/trpc/live-changes.tsx'
import { moreRows } from '@/trpc/more-rows.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { useDebounced } from '@/trpc/use-debounced.ts'
import {
  type AuditState,
  auditExportAddress,
  auditParams,
  noFilters,
  toAuditQuery,
} from '../audit-filters.ts'
import { auditColumns } from './audit-columns.tsx'
import { AuditDrawer } from './audit-drawer.tsx'
import { AuditFilterBar } from './audit-filter-bar.tsx'

const pageSize = 100

/**
 * The entries page by page. New ones are added at once while only the first page is loaded; later `hasNews` offers
 * them, since refetching all pages would move the rows under the reader.
 */
function useAuditEntries(state: AuditState) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const openedAt = useOpenedAt()
  const [hasNews, setHasNews] = useState(false)
  /** Changes when the list is reset, for the scroll position. */
  const [round, setRound] = useState(0)
  const actor = useDebounced(state.actor)
  const object = useDebounced(state.object)
  const filter = toAuditQuery({ ...state, actor, object }, openedAt)
  const options = trpc.audit.list.infiniteQueryOptions(
    { ...filter, limit: pageSize },
    { getNextPageParam: (page) => page.nextCursor ?? undefined, placeholderData: keepPreviousData },
  )
  const query = useInfiniteQuery(options)
  const pages = query.data?.pages ?? []
  useChanges('audit', () => {
    if (pages.length <= 1) void queryClient.invalidateQueries({ queryKey: options.queryKey })
    else setHasNews(true)
  })
  const showNews = () => {
    setHasNews(false)
    setRound(round + 1)
    queryClient.setQueryData(options.queryKey, (data) =>
      data ? { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) } : data,
    )
    void queryClient.invalidateQueries({ queryKey: options.queryKey })
  }
  return { query, filter, entries: pages.flatMap((page) => page.entries), hasNews, showNews, round }
}

/** Every signed-in user may read them: they contain no secret. */
export function AuditEntries() {
  const [state, setUrl] = useUrlState(auditParams)
  const { query, filter, entries, hasNews, showNews, round } = useAuditEntries(state)
  const columns = auditColumns((entry) => setUrl({ entry }, { history: 'push' }))
  const filtered = Object.entries(noFilters).some(
    ([key, none]) => state[key as keyof typeof noFilters] !== none,
  )
  return (
    <>
      <AuditFilterBar state={state} onChange={setUrl} filtered={filtered} />
      <Panel
        title="Entries"
        flush
        minHeightPx={200}
        actions={
          <>
            {hasNews ? (
              <Button size="sm" icon={<ArrowUp aria-hidden />} onClick={showNews}>
                Show new entries
              </Button>
            ) : null}
            <ExportLink href={auditExportAddress(filter)} />
          </>
        }
        {...panelFromQuery(query, {
          task: 'read the audit log',
          empty: () =>
            entries.length > 0
              ? null
              : {
                  icon: <ScrollText />,
                  picture: (
                    <EmptyPicture
                      of={[
                        [User, 'plain'],
                        [ScrollText, 'accent'],
                      ]}
                    />
                  ),
                  title: filtered ? 'No entry matches' : 'No changes yet',
                  children: filtered
                    ? 'Entries must match all filters. Clear a filter, or choose a longer time range.'
                    : 'Every change is recorded here, including refused attempts.',
                  ...(filtered
                    ? { action: <Button onClick={() => setUrl(noFilters)}>Clear filters</Button> }
                    : {}),
                },
        })}
      >
        <DataTable
          key={round}
          label="Audit entries"
          columns={columns}
          rows={entries}
          getRowId={(row) => row.id}
          serverSorted
          refreshing={query.isPlaceholderData}
          {...moreRows(query)}
        />
      </Panel>
      <AuditDrawer
        entryId={state.entry}
        loaded={entries.find(({ id }) => id === state.entry)}
        onClose={() => setUrl({ entry: '' }, { history: 'push' })}
      />
    </>
  )
}
