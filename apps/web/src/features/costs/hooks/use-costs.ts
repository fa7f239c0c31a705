'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import type { RouterInputs } from '@/trpc/router-inputs.ts'
import { useObservedQuery } from '@/trpc/use-observed-query.ts'

export function useCosts(cluster: string, search: string) {
  const trpc = useTRPC()
  const input = { cluster, search }
  return useObservedQuery(trpc.costs.get.queryOptions(input))
}

/** Reads the logs of every node, which may be large: only on request, never automatically. */
export function useRequestCosts(cluster: string, hours: number, asked: boolean) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.costs.requests.queryOptions({ cluster, hours }),
    enabled: asked,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

/** Never refetched automatically: it reads query_log. */
export function useTableCost(input: RouterInputs['costs']['table']) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.costs.table.queryOptions(input),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    staleTime: 60_000,
  })
}

/** @param input null: no query. */
export function useTtlSaving(input: RouterInputs['costs']['ttlSaving'] | null) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.costs.ttlSaving.queryOptions(input ?? { cluster: '', database: '', table: '', days: 0 }),
    enabled: input !== null,
    refetchOnWindowFocus: false,
    staleTime: 60_000,
    retry: false,
  })
}
