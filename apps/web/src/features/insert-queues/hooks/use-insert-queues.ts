'use client'
import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import { useRefetch } from '@/trpc/use-action-handlers.ts'
import { useObservedQuery } from '@/trpc/use-observed-query.ts'

export type InsertQueue = RouterOutputs['insertQueues']['list']['data']['queues'][number]

export function useInsertQueues(cluster: string) {
  const trpc = useTRPC()
  return useObservedQuery(trpc.insertQueues.list.queryOptions({ cluster }))
}

export function useFlush() {
  const trpc = useTRPC()
  const refetch = useRefetch(trpc.insertQueues.pathKey())
  return useMutation(trpc.insertQueues.flush.mutationOptions(refetch))
}
