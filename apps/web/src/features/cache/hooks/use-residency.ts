'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPC, useTRPCClient } from '@/trpc/context.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import { tellFailure } from '@/trpc/tell-failure.ts'
import { makeLookId } from '../make-look-id.ts'

export type Residency = RouterOutputs['caches']['residency']['data']

/** What is cached, found when a person asks and not again by itself: each node reads the metadata of every file. */
export function useResidency(cluster: string) {
  const trpc = useTRPC()
  const client = useTRPCClient()
  const queryClient = useQueryClient()
  const [look, setLook] = useState<string | null>(null)
  const queryKey = trpc.caches.residency.queryKey({ cluster })
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const id = makeLookId()
      setLook(id)
      return await client.caches.residency.query({ cluster, look: id }, { signal })
    },
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const progress = useQuery({
    ...trpc.caches.residencyProgress.queryOptions({ cluster, look: look ?? '' }),
    enabled: query.isFetching && look !== null,
    refetchInterval: 1_000,
  })
  const stop = useMutation({
    mutationFn: async () => {
      if (look === null) return
      await queryClient.cancelQueries({ queryKey })
      await client.caches.stopResidency.mutate({ cluster, look })
    },
    onError: (error) => tellFailure(error, 'stop reading. The nodes stop by themselves after a minute'),
  })
  return { query, progress: query.isFetching ? progress.data : undefined, stop }
}
