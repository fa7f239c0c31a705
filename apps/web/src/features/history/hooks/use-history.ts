'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useChartRange } from '@/features/time-range/use-chart-range.ts'
import { useTRPC } from '@/trpc/context.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'

export type TierHistory = RouterOutputs['history']['tiers']
export type NodeHistory = RouterOutputs['history']['node']
export type DiskHistory = RouterOutputs['history']['disks']
export type CacheHistory = RouterOutputs['caches']['history']

/** A sample comes once a minute. Earlier charts stay until those of another range are read. */
const shown = { refetchInterval: 30_000, placeholderData: keepPreviousData }

export function useTierHistory(cluster: string) {
  const trpc = useTRPC()
  const { input } = useChartRange()
  return useQuery({ ...trpc.history.tiers.queryOptions({ cluster, ...input }), ...shown })
}

export function useTableHistory(at: { cluster: string; database: string; table: string }) {
  const trpc = useTRPC()
  const { input } = useChartRange()
  return useQuery({ ...trpc.history.table.queryOptions({ ...at, ...input }), ...shown })
}

export function useNodeHistory(cluster: string, node: string) {
  const trpc = useTRPC()
  const { input } = useChartRange()
  return useQuery({ ...trpc.history.node.queryOptions({ cluster, node, ...input }), ...shown })
}

/** Of all nodes together. */
export function useNodesHistory(cluster: string) {
  const trpc = useTRPC()
  const { input } = useChartRange()
  return useQuery({ ...trpc.history.nodes.queryOptions({ cluster, ...input }), ...shown })
}

export function useDiskHistory(cluster: string, node: string | null) {
  const trpc = useTRPC()
  const { input } = useChartRange()
  return useQuery({
    ...trpc.history.disks.queryOptions({ cluster, node: node ?? '', ...input }),
    ...shown,
    enabled: node !== null,
  })
}

/** @param node null: all nodes together. */
export function useCacheHistory(cluster: string, node: string | null) {
  const trpc = useTRPC()
  const { input } = useChartRange()
  return useQuery({
    ...trpc.caches.history.queryOptions({ cluster, ...input, ...(node === null ? {} : { node }) }),
    ...shown,
  })
}
