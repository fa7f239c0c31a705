'use client'
import { useQuery } from '@tanstack/react-query'
import { useTRPCClient } from '@/trpc/context.ts'

/** Tests a stored source as soon as it is shown, and again only when it is asked for. */
export function useSourceTest(id: string) {
  const client = useTRPCClient()
  return useQuery({
    queryKey: ['source-test', id],
    queryFn: ({ signal }) => client.sources.test.mutate({ id }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}
