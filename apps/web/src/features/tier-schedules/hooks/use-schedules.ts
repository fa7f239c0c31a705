'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import { useChanges } from '@/trpc/live-changes.tsx'

/** All schedules of a cluster; refetched when one changes or a tier migration of a run does. */
export function useSchedules(cluster: string) {
  const trpc = useTRPC()
  const options = trpc.tierSchedules.list.queryOptions({ cluster })
  useScheduleChanges()
  return useQuery(options)
}

export function useSchedule(id: string) {
  const trpc = useTRPC()
  useScheduleChanges()
  return useQuery(trpc.tierSchedules.get.queryOptions({ id }))
}

/** Refetches all schedule data on screen. */
function useScheduleChanges() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const read = () => {
    for (const queryKey of [
      trpc.tierSchedules.list.pathKey(),
      trpc.tierSchedules.get.pathKey(),
      trpc.tierSchedules.runs.pathKey(),
    ])
      void queryClient.invalidateQueries({ queryKey })
  }
  useChanges('tier-schedule', () => {
    read()
    void queryClient.invalidateQueries({ queryKey: trpc.tierSchedules.preview.pathKey() })
  })
  useChanges('tier-migration', read)
}
