'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPC, useTRPCClient } from '@/trpc/context.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import { showFailure } from '@/trpc/show-failure.ts'

export type Residency = RouterOutputs['caches']['residency']['data']

/** Fetched on request and never automatically: each node reads the metadata of every file. */
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
    onError: (error) => showFailure(error, 'stop reading. The nodes stop automatically after a minute'),
  })
  return { query, progress: query.isFetching ? progress.data : undefined, stop }
}

/** A UUID; crypto.randomUUID is missing over plain HTTP. */
function makeLookId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = [...bytes].map((byte, index) => {
    const set = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte
    return set.toString(16).padStart(2, '0')
  })
  return [hex.slice(0, 4), hex.slice(4, 6), hex.slice(6, 8), hex.slice(8, 10), hex.slice(10)]
    .map((group) => group.join(''))
    .join('-')
}
