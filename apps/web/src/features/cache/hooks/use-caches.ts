'use client'
import { useTRPC } from '@/trpc/context.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import { useObservedQuery } from '@/trpc/use-observed-query.ts'

export type CacheNode = RouterOutputs['caches']['get']['data']['byNode'][number]

export function useCaches(cluster: string) {
  const trpc = useTRPC()
  return useObservedQuery(trpc.caches.get.queryOptions({ cluster }))
}
