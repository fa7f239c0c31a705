'use client'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import { byPages } from '@/trpc/more-rows.ts'
import { useReadAgain } from '@/trpc/use-read-again.ts'
import { isActiveWarmup } from '../warmup.ts'

/** Warm-ups of a cluster, newest first. */
export function useWarmups(cluster: string) {
  const trpc = useTRPC()
  const options = trpc.cacheWarmups.list.infiniteQueryOptions({ cluster, limit: 50 }, byPages)
  useReadAgain('cache-warmup', [{ queryKey: options.queryKey }])
  return useInfiniteQuery(options)
}

/** Stays up to date: refetched on each announced change, and polled slowly for unannounced ones. */
export function useWarmup(id: string) {
  const trpc = useTRPC()
  const options = trpc.cacheWarmups.get.queryOptions({ id })
  useReadAgain(
    'cache-warmup',
    [
      { queryKey: options.queryKey },
      trpc.cacheWarmups.steps.pathFilter(),
      trpc.cacheWarmups.step.pathFilter(),
    ],
    id,
  )
  return useQuery({
    ...options,
    refetchInterval: (now) => (now.state.data && isActiveWarmup(now.state.data) ? 5_000 : false),
  })
}

/** What its reads have fetched so far; fetched only while some may be running. */
export function useWarmupProgress(id: string, active: boolean) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.cacheWarmups.progress.queryOptions({ id }),
    enabled: active,
    refetchInterval: active ? 2_000 : false,
  })
}

export function useWarmupSteps(id: string) {
  const trpc = useTRPC()
  return useInfiniteQuery(trpc.cacheWarmups.steps.infiniteQueryOptions({ id, limit: 100 }, byPages))
}
