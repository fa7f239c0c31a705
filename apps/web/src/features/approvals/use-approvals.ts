'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import { useChanges } from '@/trpc/live-changes.tsx'
import { showFailure } from '@/trpc/show-failure.ts'
import { useReadAgain } from '@/trpc/use-read-again.ts'
import { activityKinds } from '../activity/activity.ts'

export function useWaitingRuns() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const options = trpc.approvals.waiting.queryOptions()
  useChanges([...activityKinds, 'approval-rule'], () =>
    queryClient.invalidateQueries({ queryKey: trpc.approvals.pathKey() }),
  )
  // Hours of rules begin and end without a change of the ledger.
  return useQuery({ ...options, refetchInterval: 15_000 })
}

/** The rules, for admins. */
export function useApprovalRules() {
  const options = useTRPC().approvalRules.list.queryOptions()
  useReadAgain('approval-rule', [{ queryKey: options.queryKey }])
  return useQuery({ ...options, refetchInterval: 15_000 })
}

export function useRuleActions() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const onSettled = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: trpc.approvalRules.pathKey() }),
      queryClient.invalidateQueries({ queryKey: trpc.approvals.pathKey() }),
    ])
  return {
    create: useMutation(trpc.approvalRules.create.mutationOptions({ onSettled })),
    update: useMutation(trpc.approvalRules.update.mutationOptions({ onSettled })),
    remove: useMutation(
      trpc.approvalRules.remove.mutationOptions({
        onSettled,
        onError: (error) => showFailure(error, 'delete the rule'),
      }),
    ),
  }
}

export function useApprove() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const onSettled = () => queryClient.invalidateQueries({ queryKey: trpc.approvals.pathKey() })
  return useMutation(trpc.approvals.approve.mutationOptions({ onSettled }))
}
