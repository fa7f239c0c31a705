'use client'
import { showToast } from '@frostline/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import { reportError } from '@/trpc/report-error.ts'

/** Start, cancel and retry of one migration; a refusal is shown as a toast with its hint. */
export function useMigrationActions(id: string) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const handlers = (task: string) => ({
    onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.tierMigrations.pathKey() }),
    onError: (error: unknown) => {
      const report = reportError(error, task)
      showToast({
        tone: 'error',
        title: report.title,
        description: [report.object, report.hint].filter(Boolean).join(' '),
      })
    },
  })
  const start = useMutation(trpc.tierMigrations.start.mutationOptions(handlers('start the tier migration')))
  const cancel = useMutation(
    trpc.tierMigrations.cancel.mutationOptions(handlers('cancel the tier migration')),
  )
  const retry = useMutation(trpc.tierMigrations.retry.mutationOptions(handlers('retry the tier migration')))
  return {
    start: () => start.mutateAsync({ id }),
    cancel: () => cancel.mutateAsync({ id }),
    retry: () => retry.mutateAsync({ id }),
    busy: start.isPending || cancel.isPending || retry.isPending,
  }
}
