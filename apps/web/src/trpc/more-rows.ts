import { keepPreviousData } from '@tanstack/react-query'

interface Pages {
  hasNextPage: boolean
  isFetching: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => Promise<unknown>
}

/** Paging props of a table: at its end the next page is fetched, unless a fetch is pending. */
export function moreRows({ hasNextPage, isFetching, isFetchingNextPage, fetchNextPage }: Pages) {
  return {
    loadingMore: isFetchingNextPage,
    onEndReached: hasNextPage && !isFetching ? () => void fetchNextPage() : undefined,
  }
}

/** How a list is read page by page. What was read stays while another list is read. */
export const byPages = {
  getNextPageParam: <Next>({ next }: { next: Next | null }) => next ?? undefined,
  placeholderData: keepPreviousData,
}
