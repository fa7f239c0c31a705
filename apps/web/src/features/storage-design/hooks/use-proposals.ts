'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import { useChanges } from '@/trpc/live-changes.tsx'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import { useObservedQuery } from '@/trpc/use-observed-query.ts'

export type ProposalSummary = RouterOutputs['storageProposals']['list']['proposals'][number]
export type ProposalDetail = RouterOutputs['storageProposals']['get']['data']

/** All proposals of the cluster; refetched when one changes. */
export function useProposals(cluster: string) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  useChanges('storage-proposal', () => {
    void queryClient.invalidateQueries({ queryKey: trpc.storageProposals.pathKey() })
  })
  return useQuery(trpc.storageProposals.list.queryOptions({ cluster }))
}

export function useProposal(id: string) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const options = trpc.storageProposals.get.queryOptions({ id })
  useChanges('storage-proposal', (changed) => {
    if (changed === id) void queryClient.invalidateQueries({ queryKey: options.queryKey })
  })
  return useObservedQuery(options)
}
