'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from 'next/navigation'
import { useState } from 'react'
import { readPathParam } from '../../../navigation/path-param.ts'
import { useTRPC } from '../../../trpc/context.ts'
import { useChanges } from '../../../trpc/live-changes.tsx'

/** The registered clusters, in switcher order. */
export function useClusters() {
  const trpc = useTRPC()
  return useQuery(
    trpc.clusters.list.queryOptions(undefined, { staleTime: 60_000, select: (answer) => answer.clusters }),
  )
}

/** Once, in the shell: a registered or renamed cluster shows up everywhere at once. */
export function useFollowClusters(): void {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  useChanges('cluster', () => void queryClient.invalidateQueries(trpc.clusters.list.queryFilter()))
}

/**
 * Slug of the cluster that the shell shows: the one in the URL; on pages without a cluster the last one opened in this
 * tab, or the first. Once, in the shell, which stays while pages change.
 */
export function useShownClusterSlug(): string | null {
  const current = useCurrentClusterSlug()
  const clusters = useClusters().data
  const [last, setLast] = useState(current)
  if (current !== null && current !== last) setLast(current)
  const isKnown = clusters?.some(({ slug }) => slug === last)
  return current ?? (isKnown ? last : (clusters?.[0]?.slug ?? null))
}

/** Null on pages without a cluster. */
function useCurrentClusterSlug(): string | null {
  const { cluster } = useParams<{ cluster?: string }>()
  return cluster === undefined ? null : readPathParam(cluster)
}
