'use client'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import { byPages } from '@/trpc/more-rows.ts'
import { useReadAgain } from '@/trpc/use-read-again.ts'
import { isActiveLoad } from '../load.ts'

/** Stays up to date: refetched on each announced change, and polled slowly for unannounced ones. */
export function useLoad(id: string) {
  const trpc = useTRPC()
  const options = trpc.loads.get.queryOptions({ id })
  const query = useQuery({
    ...options,
    refetchInterval: (now) => (now.state.data && isActiveLoad(now.state.data) ? 5_000 : false),
  })
  useReadAgain(
    'load-job',
    [
      { queryKey: options.queryKey },
      trpc.loads.files.pathFilter(),
      trpc.loads.badRows.pathFilter(),
      trpc.loads.batch.pathFilter(),
    ],
    id,
  )
  return query
}

/** What the nodes do for it now; fetched only while something may be running. */
export function useLoadProgress(id: string, active: boolean) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.loads.progress.queryOptions({ id }),
    enabled: active,
    refetchInterval: active ? 2_000 : false,
  })
}

/** Loads that have something in common with one, including itself, newest first. */
export function useLoadsLike(id: string, common: 'table' | 'objects', enabled: boolean) {
  const trpc = useTRPC()
  const options = trpc.loads.list.infiniteQueryOptions({ like: id, common, limit: 50 }, byPages)
  useReadAgain('load-job', [{ queryKey: options.queryKey }])
  return useInfiniteQuery({ ...options, enabled })
}
