'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import { useChanges } from '@/trpc/live-changes.tsx'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'

export type ConfigTarget = RouterOutputs['configTargets']['get']

/** How files reach a cluster's nodes; refetched when a worker has checked the folders. */
export function useConfigTarget(cluster: string) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const options = trpc.configTargets.get.queryOptions({ cluster })
  useChanges('config-target', () => {
    void queryClient.invalidateQueries({ queryKey: options.queryKey })
  })
  return useQuery(options)
}
