'use client'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'

export type ColdQuery = RouterOutputs['caches']['coldQueries']['data']['queries'][number]

/** Reads query_log of every node, which may be large: only on request, never automatically. */
export function useColdQueries(cluster: string, hours: number) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.caches.coldQueries.queryOptions({ cluster, hours }),
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}
