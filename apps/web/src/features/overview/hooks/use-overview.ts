'use client'
import { useTRPC, useTRPCClient } from '@/trpc/context.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import { useObservedQuery } from '@/trpc/use-observed-query.ts'

export type Overview = RouterOutputs['overview']['get']['data']
export type OverviewNode = Overview['byNode'][number]

export function useOverview(cluster: string) {
  const trpc = useTRPC()
  const client = useTRPCClient()
  return useObservedQuery(trpc.overview.get.queryKey({ cluster }), (fresh, signal) =>
    client.overview.get.query({ cluster, fresh }, signal ? { signal } : {}),
  )
}
