'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from 'next/navigation'
import { useEffect } from 'react'
import { useHasAccess } from '../../../auth/use-person.ts'
import { keepValue, useKeptValue } from '../../../browser/kept-value.ts'
import { readPathParam } from '../../../navigation/path-param.ts'
import { useTRPC } from '../../../trpc/context.ts'
import { useChanges } from '../../../trpc/live-changes.tsx'

/** The clusters that the user may see, in switcher order. Not asked for an account without any access. */
export function useClusters() {
  const trpc = useTRPC()
  const hasAccess = useHasAccess()
  return useQuery(
    trpc.clusters.list.queryOptions(undefined, {
      staleTime: 60_000,
      enabled: hasAccess,
      select: (answer) => answer.clusters,
    }),
  )
}

/** Once, in the shell: a registered or renamed cluster shows up everywhere at once. */
export function useFollowClusters(): void {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  useChanges('cluster', () => void queryClient.invalidateQueries(trpc.clusters.list.queryFilter()))
}

const parseSlug = (kept: unknown) => (typeof kept === 'string' ? kept : null)
const lastOfTab = keepValue<string | null>('frostline-cluster', null, parseSlug, 'sessionStorage')
const lastOfBrowser = keepValue<string | null>('frostline-cluster', null, parseSlug)

/**
 * Slug of the cluster that the shell shows and leads to: that of the address; on pages that belong to none the last one
 * that was open in this tab, or in this browser, or the first. It outlives a reload.
 */
export function useShownClusterSlug(): string | null {
  const current = useCurrentClusterSlug()
  const clusters = useClusters().data
  const ofTab = useKeptValue(lastOfTab)
  const ofBrowser = useKeptValue(lastOfBrowser)
  const isKnown = (slug: string | null) => clusters?.some((cluster) => cluster.slug === slug) ?? false
  const opened = current !== null && isKnown(current) ? current : null
  useEffect(() => {
    if (opened === null) return
    lastOfTab.write(opened)
    lastOfBrowser.write(opened)
  }, [opened])
  return current ?? [ofTab, ofBrowser].find(isKnown) ?? clusters?.[0]?.slug ?? null
}

/** Null on pages without a cluster. */
function useCurrentClusterSlug(): string | null {
  const { cluster } = useParams<{ cluster?: string }>()
  return cluster === undefined ? null : readPathParam(cluster)
}
