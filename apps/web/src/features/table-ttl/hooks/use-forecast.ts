'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ClusterTable } from '@/features/tables/table-of-address.ts'
import { useTRPC } from '@/trpc/context.ts'

/** @param ttl a TTL to try; null for the stored one. Not asked again by itself: a year ahead changes slowly. */
export function useForecast(at: ClusterTable, ttl: string | null, enabled: boolean) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.tableTtls.forecast.queryOptions(ttl === null ? at : { ...at, ttl }),
    enabled,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    staleTime: 60_000,
  })
}
