'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import { showFailure } from '@/trpc/show-failure.ts'
import { useReadAgain } from '@/trpc/use-read-again.ts'

export type Rollout = RouterOutputs['storageRollouts']['list']['rollouts'][number]
export type RolloutStep = Rollout['steps'][number]

/** The rollouts of a proposal, newest first; refetched when one changes. */
export function useRollouts(proposal: string) {
  const trpc = useTRPC()
  const options = trpc.storageRollouts.list.queryOptions({ id: proposal })
  useReadAgain('storage-rollout', [{ queryKey: options.queryKey }])
  return useQuery(options)
}

/** Actions on a rollout; each failure is shown, and the list is refetched. */
export function useRolloutActions(proposal: string) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const doing = (task: string) => ({
    onError: (error: unknown) => showFailure(error, task),
    onSettled: () =>
      queryClient.invalidateQueries({ queryKey: trpc.storageRollouts.list.queryKey({ id: proposal }) }),
  })
  return {
    prepare: useMutation(trpc.storageRollouts.prepare.mutationOptions(doing('prepare the rollout'))),
    start: useMutation(trpc.storageRollouts.start.mutationOptions(doing('apply it'))),
    cancel: useMutation(trpc.storageRollouts.cancel.mutationOptions(doing('stop the rollout'))),
    finish: useMutation(trpc.storageRollouts.finish.mutationOptions(doing('finish the rollout'))),
    revert: useMutation(trpc.storageRollouts.revert.mutationOptions(doing('revert the rollout'))),
  }
}

export type RolloutActions = ReturnType<typeof useRolloutActions>
