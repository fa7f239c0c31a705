'use client'
import type { DuplicateRule, LostReplicaRule } from '@frostline/domain'
import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import { useActionHandlers } from '@/trpc/use-action-handlers.ts'
import type { RetryRule } from '../load.ts'

/** Actions on one load; an error is shown as a toast with its hint. */
export function useLoadActions(id: string) {
  const trpc = useTRPC()
  const handlers = useActionHandlers(trpc.loads.pathKey())
  const pause = useMutation(trpc.loads.pause.mutationOptions(handlers('pause the load')))
  const resume = useMutation(trpc.loads.resume.mutationOptions(handlers('resume the load')))
  const cancel = useMutation(trpc.loads.cancel.mutationOptions(handlers('cancel the load')))
  const dropKept = useMutation(trpc.loads.dropKept.mutationOptions(handlers('drop the staged rows')))
  const duplicates = useMutation(
    trpc.loads.duplicates.mutationOptions(handlers('choose how to handle duplicate content')),
  )
  const lostReplica = useMutation(
    trpc.loads.lostReplica.mutationOptions(handlers('choose what to do while a replica does not answer')),
  )
  const retry = useMutation(trpc.loads.retry.mutationOptions(handlers('retry the load')))
  return {
    send: { pause, resume, cancel, retry },
    dropKept: () => dropKept.mutateAsync({ id }),
    retryWithoutBadRows: (badRows: RetryRule) => retry.mutateAsync({ id, badRows }),
    settleDuplicates: (rule: DuplicateRule) => duplicates.mutateAsync({ id, duplicates: rule }),
    chooseLostReplica: (rule: LostReplicaRule) => lostReplica.mutateAsync({ id, lostReplica: rule }),
    busy: [pause, resume, cancel, dropKept, duplicates, lostReplica, retry].some(
      ({ isPending }) => isPending,
    ),
  }
}
