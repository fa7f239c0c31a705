'use client'
import type { ClusterTable } from '@/features/tables/table-of-address.ts'
import { useTRPC } from '@/trpc/context.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import { useObservedQuery } from '@/trpc/use-observed-query.ts'

export type TablePolicy = RouterOutputs['tablePolicy']['get']['data']
export type PolicyChoice = TablePolicy['choices'][number]
export type PolicyChange = RouterOutputs['tablePolicy']['change']

/** Always queries the nodes, since a decision depends on it. */
export function useTablePolicy(at: ClusterTable) {
  const trpc = useTRPC()
  return useObservedQuery({ ...trpc.tablePolicy.get.queryOptions({ ...at, fresh: true }), staleTime: 0 })
}
