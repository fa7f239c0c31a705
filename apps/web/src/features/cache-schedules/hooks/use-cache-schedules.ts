'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import { useChanges } from '@/trpc/live-changes.tsx'
import { useActionHandlers } from '@/trpc/use-action-handlers.ts'

/** All cache schedules of a cluster; refetched when one changes. */
export function useCacheSchedules(cluster: string) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  useChanges(
    'cache-schedule',
    () => void queryClient.invalidateQueries({ queryKey: trpc.cacheSchedules.pathKey() }),
  )
  return useQuery(trpc.cacheSchedules.list.queryOptions({ cluster }))
}

/** Actions on a schedule; an error is shown as a toast with its hint. */
export function useCacheScheduleActions() {
  const trpc = useTRPC()
  const handlers = useActionHandlers(trpc.cacheSchedules.pathKey())
  const { create, update, enable, disable, runNow, remove } = trpc.cacheSchedules
  return {
    create: useMutation(create.mutationOptions(handlers('create the schedule'))),
    update: useMutation(update.mutationOptions(handlers('change the schedule'))),
    enable: useMutation(enable.mutationOptions(handlers('enable the schedule'))),
    disable: useMutation(disable.mutationOptions(handlers('disable the schedule'))),
    runNow: useMutation(runNow.mutationOptions(handlers('run the schedule'))),
    remove: useMutation(remove.mutationOptions(handlers('delete the schedule'))),
  }
}
