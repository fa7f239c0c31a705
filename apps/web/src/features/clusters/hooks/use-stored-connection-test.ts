'use client'
import { useQuery } from '@tanstack/react-query'
import { useTRPCClient } from '@/trpc/context.ts'

/**
 * The test of a registered cluster. It changes nothing, though it is a mutation by its cost: it runs when this is
 * first drawn and when it is asked for again, never by itself.
 */
export function useStoredConnectionTest(cluster: string) {
  const client = useTRPCClient()
  return useQuery({
    queryKey: ['stored-connection-test', cluster],
    queryFn: ({ signal }) => client.clusters.test.mutate({ cluster }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}
