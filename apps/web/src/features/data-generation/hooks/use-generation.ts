'use client'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import { byPages } from '@/trpc/more-rows.ts'
import { useReadAgain } from '@/trpc/use-read-again.ts'
import { isActiveGeneration } from '../generation.ts'

/** Generated test data of a cluster, newest first. */
export function useGenerations(cluster: string) {
  const trpc = useTRPC()
  const options = trpc.dataGenerations.list.infiniteQueryOptions({ cluster, limit: 50 }, byPages)
  useReadAgain('data-generation', [{ queryKey: options.queryKey }])
  return useInfiniteQuery(options)
}

/** Stays up to date: refetched on each announced change, and polled slowly for unannounced ones. */
export function useGeneration(id: string) {
  const trpc = useTRPC()
  const options = trpc.dataGenerations.get.queryOptions({ id })
  useReadAgain(
    'data-generation',
    [
      { queryKey: options.queryKey },
      trpc.dataGenerations.chunks.pathFilter(),
      trpc.dataGenerations.chunk.pathFilter(),
    ],
    id,
  )
  return useQuery({
    ...options,
    refetchInterval: (now) => (now.state.data && isActiveGeneration(now.state.data) ? 5_000 : false),
  })
}

/** What its statements do now; fetched only while some may be running. */
export function useGenerationProgress(id: string, active: boolean) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.dataGenerations.progress.queryOptions({ id }),
    enabled: active,
    refetchInterval: active ? 2_000 : false,
  })
}

export function useGenerationChunks(id: string) {
  const trpc = useTRPC()
  return useInfiniteQuery(trpc.dataGenerations.chunks.infiniteQueryOptions({ id, limit: 100 }, byPages))
}
