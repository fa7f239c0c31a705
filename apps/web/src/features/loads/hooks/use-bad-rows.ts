'use client'
import { useTRPC } from '@/trpc/context.ts'
import { useObservedQuery } from '@/trpc/use-observed-query.ts'

/** What one page shows; the table itself has the rest. */
const limit = 100

/** The first rows that a load collected. */
export function useBadRows(id: string) {
  const trpc = useTRPC()
  return useObservedQuery(trpc.loads.badRows.queryOptions({ id, limit }))
}
