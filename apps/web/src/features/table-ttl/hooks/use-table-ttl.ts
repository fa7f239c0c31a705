'use client'
import type { ClusterTable } from '@/features/tables/table-of-address.ts'
import { useTRPC } from '@/trpc/context.ts'
import { useObservedQuery } from '@/trpc/use-observed-query.ts'

export type TableTtlQuery = ReturnType<typeof useTableTtl>

export function useTableTtl(at: ClusterTable) {
  const trpc = useTRPC()
  return useObservedQuery(trpc.tableTtls.get.queryOptions(at))
}
