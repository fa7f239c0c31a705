'use client'
import { useQuery } from '@tanstack/react-query'

/**
 * The test of something stored. It changes nothing, though it is a mutation by its cost: it runs when this is first
 * drawn and when it is asked for again, never by itself.
 */
export function useConnectionTest<Report>(
  subject: { kind: string; id: string },
  ask: (id: string, signal: AbortSignal) => Promise<Report>,
) {
  return useQuery({
    queryKey: ['connection-test', subject.kind, subject.id],
    queryFn: ({ signal }) => ask(subject.id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}
