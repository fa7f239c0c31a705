import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { TRPCClientError } from '@trpc/client'
import { hashQueryKey } from './hash-query-key.ts'

/** A rejection is not retried; only an unreachable API is. */
function worthRetrying(failureCount: number, error: Error): boolean {
  const status = statusOf(error)
  return failureCount < 2 && (status === undefined || status >= 500)
}

export function statusOf(error: unknown): number | undefined {
  if (!(error instanceof TRPCClientError)) return undefined
  const data: unknown = error.data
  if (typeof data !== 'object' || data === null || !('httpStatus' in data)) return undefined
  return typeof data.httpStatus === 'number' ? data.httpStatus : undefined
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
