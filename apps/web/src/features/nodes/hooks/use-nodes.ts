'use client'
import { useTRPC } from '@/trpc/context.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import { useObservedQuery } from '@/trpc/use-observed-query.ts'

export type NodeView = RouterOutputs['nodes']['list']['data']['byNode'][number]
export type NodeFigures = NonNullable<NodeView['figures']>
export type NodeDetail = RouterOutputs['nodes']['get']['data']
export type NodeMore = NonNullable<NodeDetail['more']>

export function useNodes(cluster: string) {
  const trpc = useTRPC()
  return useObservedQuery(trpc.nodes.list.queryOptions({ cluster }))
}

export function useNode(cluster: string, node: string) {
  const trpc = useTRPC()
  return useObservedQuery(trpc.nodes.get.queryOptions({ cluster, node }))
}
