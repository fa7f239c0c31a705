'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'

export type LiveData = RouterOutputs['live']['list']['data']
export type LiveStatement = LiveData['queries']['rows'][number]
export type LiveMerge = LiveData['merges']['rows'][number]
export type LiveMove = LiveData['moves']['rows'][number]
export type LiveFetch = LiveData['fetches']['rows'][number]
export type LiveMutation = LiveData['mutations']['rows'][number]
export type KillReport = RouterOutputs['live']['killQuery']

const refreshMs = 3_000

/** Refetched every few seconds while its tab is visible, unless it is paused. */
export function useLive(cluster: string, paused: boolean) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.live.list.queryOptions({ cluster }),
    refetchInterval: paused ? false : refreshMs,
    refetchOnWindowFocus: !paused,
  })
}

/** One statement with its whole text. */
export function useLiveStatement(cluster: string, { node, queryId }: LiveStatement) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.live.statement.queryOptions({ cluster, node, queryId }),
    refetchInterval: ({ state }) => (state.data?.data.statement === null ? false : refreshMs),
  })
}

export function useKillQuery() {
  const trpc = useTRPC()
  return useMutation(trpc.live.killQuery.mutationOptions({ onSettled: useReadAgain() }))
}

export function useKillMutation() {
  const trpc = useTRPC()
  return useMutation(trpc.live.killMutation.mutationOptions({ onSettled: useReadAgain() }))
}

function useReadAgain() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: trpc.live.pathKey() })
}
