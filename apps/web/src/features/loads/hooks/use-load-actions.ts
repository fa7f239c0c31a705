'use client'
import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import { useActionHandlers } from '@/trpc/use-action-handlers.ts'
import type { RetryRule } from '../load.ts'

/** What a person may do with one load; a refusal is shown as a toast with its hint. */
export function useLoadActions(id: string) {
  const trpc = useTRPC()
  const handlers = useActionHandlers(trpc.loads.pathKey())
  const pause = useMutation(trpc.loads.pause.mutationOptions(handlers('pause the load')))
  const resume = useMutation(trpc.loads.resume.mutationOptions(handlers('resume the load')))
  const cancel = useMutation(trpc.loads.cancel.mutationOptions(handlers('cancel the load')))
  const retry = useMutation(trpc.loads.retry.mutationOptions(handlers('retry the load')))
  return {
    pause: () => pause.mutateAsync({ id }),
    resume: () => resume.mutateAsync({ id }),
    cancel: () => cancel.mutateAsync({ id }),
    retry: (badRows?: RetryRule) => retry.mutateAsync({ id, ...(badRows ? { badRows } : {}) }),
    busy: [pause, resume, cancel, retry].some(({ isPending }) => isPending),
  }
}
