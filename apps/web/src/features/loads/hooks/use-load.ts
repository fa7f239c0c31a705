'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import { useChanges } from '@/trpc/live-changes.tsx'
import { isActiveLoad } from '../load.ts'

/** A load that stays up to date: each announced change reads it again, and a slow poll what nobody announces. */
export function useLoad(id: string) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const options = trpc.loads.get.queryOptions({ id })
  const query = useQuery({
    ...options,
    refetchInterval: (now) => (now.state.data && isActiveLoad(now.state.data) ? 5_000 : false),
  })
  useChanges('load-job', (changed) => {
    if (changed !== id) return
    void queryClient.invalidateQueries({ queryKey: options.queryKey })
    void queryClient.invalidateQueries(trpc.loads.files.pathFilter())
    void queryClient.invalidateQueries(trpc.loads.badRows.pathFilter())
    void queryClient.invalidateQueries(trpc.loads.batch.pathFilter())
  })
  return query
}

/** What the nodes do for it now; asked only while something may be under way. */
export function useLoadProgress(id: string, active: boolean) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.loads.progress.queryOptions({ id }),
    enabled: active,
    refetchInterval: active ? 2_000 : false,
  })
}
