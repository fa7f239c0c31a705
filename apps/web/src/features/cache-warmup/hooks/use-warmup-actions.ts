'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import { tellFailure } from '@/trpc/tell-failure.ts'

/** What a person may do with a warm-up; a refusal is shown as a toast with its hint. */
export function useWarmupActions() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const handlers = (task: string) => ({
    onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.cacheWarmups.pathKey() }),
    onError: (error: unknown) => tellFailure(error, task),
  })
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
