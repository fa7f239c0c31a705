'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from 'next/navigation'
import { readPathParam } from '../../../navigation/path-param.ts'
import { useTRPC } from '../../../trpc/context.ts'
import { useChanges } from '../../../trpc/live-changes.tsx'

/** The registered clusters, in the order of the switcher. */
export function useClusters() {
  const trpc = useTRPC()
  return useQuery(
    trpc.clusters.list.queryOptions(undefined, { staleTime: 60_000, select: (answer) => answer.clusters }),
  )
}

/** Once, in the shell: a cluster that somebody registers or renames shows up everywhere at once. */
export function useFollowClusters(): void {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  useChanges('cluster', () => void queryClient.invalidateQueries(trpc.clusters.list.queryFilter()))
}

/** Slug of the cluster in the address; null on pages that belong to none. */
export function useCurrentClusterSlug(): string | null {
  const { cluster } = useParams<{ cluster?: string }>()
  return cluster === undefined ? null : readPathParam(cluster)
}
