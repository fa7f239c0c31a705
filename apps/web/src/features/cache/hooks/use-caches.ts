'use client'
import type { HistoryRange } from '@frostline/domain'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import { useObservedQuery } from '@/trpc/use-observed-query.ts'

export type CacheNode = RouterOutputs['caches']['get']['data']['byNode'][number]
export type CacheHistory = RouterOutputs['caches']['history']

export function useCaches(cluster: string) {
  const trpc = useTRPC()
  return useObservedQuery(trpc.caches.get.queryOptions({ cluster }))
}

/** @param node null: all nodes together. */
export function useCacheHistory(cluster: string, range: HistoryRange, node: string | null) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.caches.history.queryOptions({ cluster, range, ...(node === null ? {} : { node }) }),
    // A sample comes once a minute.
    refetchInterval: 30_000,
    placeholderData: keepPreviousData,
  })
}
