'use client'
import { type QueryKey, type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useReadAfterChanges } from './use-read-after-changes.ts'

/** Often enough to be believed, seldom enough that a page left open costs the cluster next to nothing. */
export const observedEveryMs = 15_000

/**
 * An answer about the cluster that stays up to date while its tab is visible: on an interval, and after tier
 * migrations changed.
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
