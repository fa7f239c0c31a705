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
