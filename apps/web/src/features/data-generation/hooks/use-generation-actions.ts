'use client'
import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import { useActionHandlers } from '@/trpc/use-action-handlers.ts'

/** Actions on generated test data; an error is shown as a toast with its hint. */
export function useGenerationActions() {
  const trpc = useTRPC()
  const handlers = useActionHandlers(trpc.dataGenerations.pathKey())
  return {
    start: useMutation(trpc.dataGenerations.start.mutationOptions(handlers('start the generation'))),
    pause: useMutation(trpc.dataGenerations.pause.mutationOptions(handlers('pause the generation'))),
    resume: useMutation(trpc.dataGenerations.resume.mutationOptions(handlers('resume the generation'))),
    cancel: useMutation(trpc.dataGenerations.cancel.mutationOptions(handlers('cancel the generation'))),
    retry: useMutation(trpc.dataGenerations.retry.mutationOptions(handlers('retry the generation'))),
  }
}
