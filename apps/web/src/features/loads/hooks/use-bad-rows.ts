'use client'
import { useTRPC, useTRPCClient } from '@/trpc/context.ts'
import { useObservedQuery } from '@/trpc/use-observed-query.ts'

/** What one page shows; the table itself has the rest. */
const limit = 100

/** The first rows that a load collected. */
export function useBadRows(id: string) {
  const trpc = useTRPC()
  const client = useTRPCClient()
  return useObservedQuery(trpc.loads.badRows.queryKey({ id, limit }), (fresh, signal) =>
    client.loads.badRows.query({ id, limit, fresh }, signal ? { signal } : {}),
  )
}
