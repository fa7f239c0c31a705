'use client'
import type { TierMigrationLimits } from '@frostline/domain'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import { useActionHandlers } from '@/trpc/use-action-handlers.ts'

/** Actions on one migration; an error is shown as a toast with its hint. */
export function useMigrationActions(id: string) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const handlers = useActionHandlers(trpc.tierMigrations.pathKey())
  const { tierMigrations } = trpc
  const start = useMutation(tierMigrations.start.mutationOptions(handlers('start the tier migration')))
  const pause = useMutation(tierMigrations.pause.mutationOptions(handlers('pause the tier migration')))
  const resume = useMutation(tierMigrations.resume.mutationOptions(handlers('resume the tier migration')))
  const cancel = useMutation(tierMigrations.cancel.mutationOptions(handlers('cancel the tier migration')))
  const checkDeeply = useMutation(
    tierMigrations.checkDeeply.mutationOptions(handlers('start the deep check')),
  )
  const retry = useMutation(tierMigrations.retry.mutationOptions(handlers('retry the tier migration')))
  const retryStep = useMutation(tierMigrations.retryStep.mutationOptions(handlers('retry the step')))
  const askReview = useMutation(
    tierMigrations.askReview.mutationOptions(handlers('send the plan for review')),
  )
  const review = useMutation(tierMigrations.review.mutationOptions(handlers('review the plan')))
  const setLimits = useMutation(tierMigrations.setLimits.mutationOptions(handlers('set the pace')))
  const putFirst = useMutation(tierMigrations.putFirst.mutationOptions(handlers('put the step first')))
  const skip = useMutation(tierMigrations.skip.mutationOptions(handlers('skip the step')))
  const restore = useMutation(tierMigrations.restore.mutationOptions(handlers('restore the step')))
  return {
    refresh: () =>
      queryClient.invalidateQueries({ queryKey: tierMigrations.get.queryOptions({ id }).queryKey }),
    start: () => start.mutateAsync({ id }),
    orders: { pause, resume, cancel, retry },
    checkDeeply: () => checkDeeply.mutateAsync({ id }),
    retryStep: (ordinal: number) => retryStep.mutateAsync({ id, ordinal }),
    askReview: () => askReview.mutateAsync({ id }),
    review: (outcome: 'approved' | 'rejected', note: string) => review.mutateAsync({ id, outcome, note }),
    setLimits: (limits: TierMigrationLimits) => setLimits.mutateAsync({ id, limits }),
    putFirst: (ordinals: number[]) => putFirst.mutateAsync({ id, ordinals }),
    skip: (ordinals: number[]) => skip.mutateAsync({ id, ordinals }),
    restore: (ordinals: number[]) => restore.mutateAsync({ id, ordinals }),
    busy: [start, retryStep, askReview, review, putFirst, skip, restore].some(({ isPending }) => isPending),
  }
}
