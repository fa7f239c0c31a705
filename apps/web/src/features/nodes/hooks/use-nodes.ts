'use client'
import { useTRPC, useTRPCClient } from '@/trpc/context.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import { useObservedQuery } from '@/trpc/use-observed-query.ts'

export type NodeView = RouterOutputs['nodes']['list']['data']['byNode'][number]
export type NodeFigures = NonNullable<NodeView['figures']>
export type NodeDetail = RouterOutputs['nodes']['get']['data']
export type NodeMore = NonNullable<NodeDetail['more']>

export function useNodes(cluster: string) {
  const trpc = useTRPC()
  const client = useTRPCClient()
  return useObservedQuery(trpc.nodes.list.queryKey({ cluster }), (fresh, signal) =>
    client.nodes.list.query({ cluster, fresh }, signal ? { signal } : {}),
  )
}

export function useNode(cluster: string, node: string) {
  const trpc = useTRPC()
  const client = useTRPCClient()
  return useObservedQuery(trpc.nodes.get.queryKey({ cluster, node }), (fresh, signal) =>
    client.nodes.get.query({ cluster, node, fresh }, signal ? { signal } : {}),
  )
}
