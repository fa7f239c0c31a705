'use client'
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPC } from '@/trpc/context.ts'
import { useChanges } from '@/trpc/live-changes.tsx'
import { useDebounced } from '@/trpc/use-debounced.ts'
import { type AuditState, toAuditQuery } from '../audit-filters.ts'

const pageSize = 100

/**
 * The entries page by page. News is taken in at once while only the first page is loaded; later `hasNews` offers it,
 * since reading all pages again would move the rows under the reader.
 */
export function useAuditEntries(state: AuditState) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const [openedAt] = useState(() => new Date())
  const [hasNews, setHasNews] = useState(false)
  /** Changes when the list starts anew, for the scroll position. */
  const [round, setRound] = useState(0)
  const actor = useDebounced(state.actor)
  const object = useDebounced(state.object)
  const options = trpc.audit.list.infiniteQueryOptions(
    { ...toAuditQuery({ ...state, actor, object }, openedAt), limit: pageSize },
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
  return { query, entries: pages.flatMap((page) => page.entries), hasNews, showNews, round }
}
