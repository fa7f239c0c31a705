'use client'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'next/navigation'
import { readPathParam } from '../../../navigation/path-param.ts'
import { useTRPC } from '../../../trpc/context.ts'

export function useClusters() {
  return useQuery(useTRPC().clusters.list.queryOptions(undefined, { staleTime: 60_000 }))
}

/** Slug of the cluster in the address; null on pages that belong to none. */
export function useCurrentClusterSlug(): string | null {
  const { cluster } = useParams<{ cluster?: string }>()
  return cluster === undefined ? null : readPathParam(cluster)
}
