'use client'
import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import { useActionHandlers } from '@/trpc/use-action-handlers.ts'

export type BatchDetail = RouterOutputs['tierBatches']['get']

/** Actions on all tables of a plan at once; an error is shown as a toast with its hint. */
export function useBatchActions(id: string) {
  const { tierBatches } = useTRPC()
  const handlers = useActionHandlers(tierBatches.pathKey())
  const start = useMutation(tierBatches.start.mutationOptions(handlers('start the plan')))
  const pause = useMutation(tierBatches.pause.mutationOptions(handlers('pause the plan')))
  const resume = useMutation(tierBatches.resume.mutationOptions(handlers('resume the plan')))
  const cancel = useMutation(tierBatches.cancel.mutationOptions(handlers('cancel the plan')))
  const retry = useMutation(tierBatches.retry.mutationOptions(handlers('retry the plan')))
  const askReview = useMutation(tierBatches.askReview.mutationOptions(handlers('send the plan for review')))
  const review = useMutation(tierBatches.review.mutationOptions(handlers('review the plan')))
  const quietly = (sent: Promise<unknown>) => void sent.catch(() => undefined)
  return {
    start: () => start.mutateAsync({ id }),
    cancel: () => cancel.mutateAsync({ id }),
    pause: () => quietly(pause.mutateAsync({ id })),
    resume: () => quietly(resume.mutateAsync({ id })),
    retry: () => quietly(retry.mutateAsync({ id })),
    askReview: () => quietly(askReview.mutateAsync({ id })),
    review: (outcome: 'approved' | 'rejected', note: string) =>
      quietly(review.mutateAsync({ id, outcome, note })),
    busy: [start, pause, resume, cancel, retry, askReview, review].some(({ isPending }) => isPending),
  }
}
