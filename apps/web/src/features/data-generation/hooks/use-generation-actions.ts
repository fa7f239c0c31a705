'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import { tellFailure } from '@/trpc/tell-failure.ts'

/** What a person may do with generated test data; a refusal is shown as a toast with its hint. */
export function useGenerationActions() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const handlers = (task: string) => ({
    onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.dataGenerations.pathKey() }),
    onError: (error: unknown) => tellFailure(error, task),
  })
  return {
    start: useMutation(trpc.dataGenerations.start.mutationOptions(handlers('start the generation'))),
    cancel: useMutation(trpc.dataGenerations.cancel.mutationOptions(handlers('cancel the generation'))),
    retry: useMutation(trpc.dataGenerations.retry.mutationOptions(handlers('retry the generation'))),
  }
}
