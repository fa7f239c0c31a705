import { MutationCache, QueryCache, QueryClient, type QueryObserverOptions } from '@tanstack/react-query'
import { TRPCClientError } from '@trpc/client'
import { hashQueryKey } from './hash-query-key.ts'

/** A rejection is not retried; only an unreachable API is. */
function worthRetrying(failureCount: number, error: Error): boolean {
  const status = statusOf(error)
  return failureCount < 2 && (status === undefined || status >= 500)
}

export function statusOf(error: unknown): number | undefined {
  const data: { httpStatus?: unknown } | null | undefined =
    error instanceof TRPCClientError ? error.data : null
  return typeof data?.httpStatus === 'number' ? data.httpStatus : undefined
}

/** `onSignedOut` is called when the API reports that the session is gone. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: Error) => {
    if (statusOf(error) === 401) onSignedOut()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        queryKeyHashFn: hashQueryKey,
        refetchOnWindowFocus: true,
        retry: worthRetrying,
        retryDelay: (attempt) => Math.min(500 * 2 ** attempt, 4_000),
        // Otherwise a browser that believes to be offline would leave a panel loading forever.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/**
 * Called at each change, after its handlers have invalidated the queries that show it. Marks hidden queries as outdated, so that
 * they are read again when a page shows them, except those that are only read on request (an infinite `staleTime`). Repeats a first
 * read that was invalidated: TanStack Query joins such a read, and its answer may be older than the change.
 */
export function markOutdated(queryClient: QueryClient): void {
  for (const query of queryClient.getQueryCache().getAll()) {
    const { options, promise, state } = query
    if (!query.isActive()) {
      if ((options as QueryObserverOptions).staleTime !== Infinity) query.invalidate()
    } else if (state.isInvalidated && state.data === undefined)
      // Several changes during the read cause one more read, since later invalidations join it.
      promise?.then(
        () =>
          queryClient.invalidateQueries({ predicate: (each) => each === query }, { cancelRefetch: false }),
        () => undefined,
      )
  }
}
