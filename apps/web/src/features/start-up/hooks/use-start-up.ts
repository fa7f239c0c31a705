'use client'
import { useTRPC, useTRPCClient } from '@/trpc/context.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import { useObservedQuery } from '@/trpc/use-observed-query.ts'

export type StartUpNode = RouterOutputs['startUp']['list']['data']['byNode'][number]
export type NodeStartUp = RouterOutputs['startUp']['get']['data']
export type StartFigures = NonNullable<NodeStartUp['figures']>
export type MeasuredStart = NodeStartUp['starts'][number]

export function useStartUp(cluster: string) {
  const trpc = useTRPC()
  const client = useTRPCClient()
  return useObservedQuery(trpc.startUp.list.queryKey({ cluster }), (fresh, signal) =>
    client.startUp.list.query({ cluster, fresh }, signal ? { signal } : {}),
  )
}

export function useNodeStartUp(cluster: string, node: string) {
  const trpc = useTRPC()
  const client = useTRPCClient()
  return useObservedQuery(trpc.startUp.get.queryKey({ cluster, node }), (fresh, signal) =>
    client.startUp.get.query({ cluster, node, fresh }, signal ? { signal } : {}),
  )
}
