'use client'
import { showToast } from '@frostline/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { routes } from '@/navigation/routes.ts'
import { useTRPC } from '@/trpc/context.ts'
import { showFailure } from '@/trpc/show-failure.ts'
import { useActionHandlers } from '@/trpc/use-action-handlers.ts'
import type { Pipeline } from '../pipeline.ts'

/** Actions on one pipeline; an error is shown as a toast with its hint. */
export function usePipelineActions({ id, name, clusterSlug }: Pipeline) {
  const trpc = useTRPC()
  const router = useRouter()
  const queryClient = useQueryClient()
  const handlers = useActionHandlers(trpc.loadPipelines.pathKey())
  const run = useMutation(trpc.loadPipelines.run.mutationOptions(handlers(`run ${name}`)))
  const look = useMutation(trpc.loadPipelines.look.mutationOptions(handlers(`list the bucket of ${name}`)))
  const pause = useMutation(trpc.loadPipelines.pause.mutationOptions(handlers(`pause ${name}`)))
  const resume = useMutation(trpc.loadPipelines.resume.mutationOptions(handlers(`resume ${name}`)))
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
