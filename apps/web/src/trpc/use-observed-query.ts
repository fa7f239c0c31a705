'use client'
import { type QueryKey, type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useReadAfterChanges } from './use-read-after-changes.ts'

/** Often enough to be trusted, rare enough that a page left open costs the cluster next to nothing. */
export const observedEveryMs = 15_000

/**
 * Cluster data that stays up to date while its tab is visible: refetched on an interval, and after tier migrations
 * changed.
 * @param options for example `trpc.overview.get.queryOptions({ cluster })`.
 */
export function useObservedQuery<Output, Failure, Data, Key extends QueryKey>(
  options: UseQueryOptions<Output, Failure, Data, Key> & { queryKey: Key },
) {
  const queryClient = useQueryClient()
  useReadAfterChanges('tier-migration', () => {
    void queryClient.invalidateQueries({ queryKey: options.queryKey })
  })
  return useQuery({ ...options, refetchInterval: observedEveryMs })
}
