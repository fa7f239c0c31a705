'use client'
import { useTRPC } from '@/trpc/context.ts'
import { useObservedQuery } from '@/trpc/use-observed-query.ts'
import type { TtlTable } from '../table-ttl.ts'

export type TableTtlQuery = ReturnType<typeof useTableTtl>

export function useTableTtl(at: TtlTable) {
  const trpc = useTRPC()
  return useObservedQuery(trpc.tableTtls.get.queryOptions(at))
}
