'use client'
import { useTRPC } from '@/trpc/context.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import { useObservedQuery } from '@/trpc/use-observed-query.ts'

export type StartUpNode = RouterOutputs['startUp']['list']['data']['byNode'][number]
export type NodeStartUp = RouterOutputs['startUp']['get']['data']
export type StartFigures = NonNullable<NodeStartUp['figures']>
export type MeasuredStart = NodeStartUp['starts'][number]

export function useStartUp(cluster: string) {
  const trpc = useTRPC()
  return useObservedQuery(trpc.startUp.list.queryOptions({ cluster }))
}

export function useNodeStartUp(cluster: string, node: string) {
  const trpc = useTRPC()
  return useObservedQuery(trpc.startUp.get.queryOptions({ cluster, node }))
}
