import { keepPreviousData } from '@tanstack/react-query'

interface Pages {
  hasNextPage: boolean
  isFetching: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => Promise<unknown>
}

/** What a table is told of its further pages: at its end the next is asked for, unless something is read already. */
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
