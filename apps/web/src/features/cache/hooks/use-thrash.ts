'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'

export type ThrashNode = RouterOutputs['caches']['thrash']['data']['byNode'][number]

/** By the samples of the worker. @param log ask each node for its log too, which may be large: when a person asks. */
export function useThrash(cluster: string, log: boolean) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.caches.thrash.queryOptions({ cluster, hours: 24, log }),
    staleTime: log ? Number.POSITIVE_INFINITY : 60_000,
    placeholderData: keepPreviousData,
    retry: false,
  })
}
