'use client'
import { showToast } from '@frostline/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { routes } from '@/navigation/routes.ts'
import { useTRPC } from '@/trpc/context.ts'
import { showFailure } from '@/trpc/show-failure.ts'
import type { Pipeline } from '../pipeline.ts'

/** Actions on one pipeline; an error is shown as a toast with its hint. */
export function usePipelineActions({ id, name, clusterSlug }: Pipeline) {
  const trpc = useTRPC()
  const router = useRouter()
  const queryClient = useQueryClient()
  const handlers = (task: string) => ({
    onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.loadPipelines.pathKey() }),
    onError: (error: unknown) => showFailure(error, `${task} ${name}`),
  })
  const run = useMutation(trpc.loadPipelines.run.mutationOptions(handlers('run')))
  const look = useMutation(trpc.loadPipelines.look.mutationOptions(handlers('list the bucket of')))
  const pause = useMutation(trpc.loadPipelines.pause.mutationOptions(handlers('pause')))
  const resume = useMutation(trpc.loadPipelines.resume.mutationOptions(handlers('resume')))
  const remove = useMutation(
    trpc.loadPipelines.remove.mutationOptions({ onError: (error) => showFailure(error, `remove ${name}`) }),
  )
  return {
    run: () => run.mutate({ id }, { onSuccess: () => showToast({ tone: 'success', title: 'Run started' }) }),
    look: () => look.mutate({ id }),
    pause: async () => void (await pause.mutateAsync({ id })),
    resume: () => resume.mutate({ id }),
    remove: async () => {
      await remove.mutateAsync({ id })
      showToast({ tone: 'success', title: `${name} was removed` })
      router.push(routes.pipelines(clusterSlug))
      await queryClient.invalidateQueries({ queryKey: trpc.loadPipelines.list.pathKey() })
    },
    running: run.isPending,
    looking: look.isPending,
    resuming: resume.isPending,
  }
}
