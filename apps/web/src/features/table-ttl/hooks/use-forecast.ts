'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import type { TtlTable } from '../table-ttl.ts'

/** @param ttl a TTL to try; null for the stored one. Not asked again by itself: a year ahead changes slowly. */
export function useForecast(at: TtlTable, ttl: string | null, enabled: boolean) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.tableTtls.forecast.queryOptions(ttl === null ? at : { ...at, ttl }),
    enabled,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    staleTime: 60_000,
  })
}
