'use client'
import { showToast } from '@frostline/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import { reportError } from '@/trpc/report-error.ts'

/** What a person may do with generated test data; a refusal is shown as a toast with its hint. */
export function useGenerationActions() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const handlers = (task: string) => ({
    onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.dataGenerations.pathKey() }),
    onError: (error: unknown) => {
      const report = reportError(error, task)
      showToast({
        tone: 'error',
        title: report.title,
        description: [report.object, report.hint].filter(Boolean).join(' '),
      })
    },
  })
  return {
    start: useMutation(trpc.dataGenerations.start.mutationOptions(handlers('start the generation'))),
    cancel: useMutation(trpc.dataGenerations.cancel.mutationOptions(handlers('cancel the generation'))),
    retry: useMutation(trpc.dataGenerations.retry.mutationOptions(handlers('retry the generation'))),
  }
}
