import { useMutation, useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import { useActionHandlers } from '@/trpc/use-action-handlers.ts'
import { useReadAgain } from '@/trpc/use-read-again.ts'

/** By name; refetched when one changes. */
export function useArchiveSchedules(cluster: string) {
  const trpc = useTRPC()
  const options = trpc.archiveSchedules.list.queryOptions({ cluster })
  useReadAgain('archive-schedule', [{ queryKey: options.queryKey }])
  return useQuery(options)
}

/** An error is shown as a toast with its hint. */
export function useArchiveScheduleActions() {
  const trpc = useTRPC()
  const handlers = useActionHandlers(trpc.archiveSchedules.pathKey())
  const { create, enable, disable, runNow, remove } = trpc.archiveSchedules
  return {
    create: useMutation(create.mutationOptions(handlers('create the schedule'))),
    enable: useMutation(enable.mutationOptions(handlers('enable the schedule'))),
    disable: useMutation(disable.mutationOptions(handlers('disable the schedule'))),
    runNow: useMutation(runNow.mutationOptions(handlers('run the schedule'))),
    remove: useMutation(remove.mutationOptions(handlers('delete the schedule'))),
  }
}
