'use client'
import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import { useActionHandlers } from '@/trpc/use-action-handlers.ts'

/** Actions on a warm-up; an error is shown as a toast with its hint. */
export function useWarmupActions() {
  const trpc = useTRPC()
  const handlers = useActionHandlers(trpc.cacheWarmups.pathKey())
  const { start, pause, resume, cancel, retry, setPace } = trpc.cacheWarmups
  return {
    start: useMutation(start.mutationOptions(handlers('start the warm-up'))),
    pause: useMutation(pause.mutationOptions(handlers('pause the warm-up'))),
    resume: useMutation(resume.mutationOptions(handlers('resume the warm-up'))),
    cancel: useMutation(cancel.mutationOptions(handlers('cancel the warm-up'))),
    retry: useMutation(retry.mutationOptions(handlers('retry the warm-up'))),
    setPace: useMutation(setPace.mutationOptions(handlers('change the pace'))),
  }
}
