'use client'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'

interface OffsetPages<Page> {
  /** Of the list without its offset; a change starts over. */
  queryKey: readonly unknown[]
  readPage: (offset: number, signal: AbortSignal) => Promise<Page>
  /** Rows of a page, and the total. */
  measure: (page: Page) => { rows: number; total: number }
  /** Refetches the loaded pages at this interval while the tab is visible. */
  refetchIntervalMs?: number
}

/** A list with server-side offset paging, fetched while scrolling. Earlier rows stay while a filter changes. */
export function useOffsetPages<Page>(options: OffsetPages<Page>) {
  const { queryKey, readPage, measure, refetchIntervalMs } = options
  return useInfiniteQuery({
    queryKey: [...queryKey, 'pages'],
    queryFn: ({ pageParam, signal }) => readPage(pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: (page: Page, pages: Page[]) => {
      const loaded = pages.reduce((sum, each) => sum + measure(each).rows, 0)
      const { rows, total } = measure(page)
      return rows > 0 && loaded < total ? loaded : undefined
    },
    placeholderData: keepPreviousData,
    refetchInterval: refetchIntervalMs ?? false,
  })
}
