'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import { useChanges } from '@/trpc/live-changes.tsx'

/** All sources; refetched when one changes. */
export function useSources() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  useChanges('source', () => void queryClient.invalidateQueries(trpc.sources.list.queryFilter()))
  return useQuery(trpc.sources.list.queryOptions())
}

/** One source; refetched when it changes. */
export function useSource(id: string) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const options = trpc.sources.get.queryOptions({ id })
  useChanges('source', (changed) => {
    if (changed === id) void queryClient.invalidateQueries({ queryKey: options.queryKey })
  })
  return useQuery(options)
}
