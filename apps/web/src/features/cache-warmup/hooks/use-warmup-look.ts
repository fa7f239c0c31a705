'use client'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'

export interface LookTarget {
  database: string
  table: string
  /** Null: all. */
  columns: string[] | null
}

/**
 * How much of a table is cached and how full the caches are. Each node reads the metadata of every file: on request.
 */
export function useWarmupTableFacts(cluster: string, target: LookTarget | null) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.cacheWarmups.preview.queryOptions({
      cluster,
      spec: target ?? { database: '-', table: '-', columns: null },
    }),
    enabled: target !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
}
