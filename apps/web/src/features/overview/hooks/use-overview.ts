'use client'
import { useTRPC } from '@/trpc/context.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import { useObservedQuery } from '@/trpc/use-observed-query.ts'

export type Overview = RouterOutputs['overview']['get']['data']
export type OverviewNode = Overview['byNode'][number]

export function useOverview(cluster: string) {
  const trpc = useTRPC()
  return useObservedQuery(trpc.overview.get.queryOptions({ cluster }))
}
