'use client'
import { isDrivenRun } from '@frostline/domain'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import { byPages } from '@/trpc/more-rows.ts'
import type { RouterInputs } from '@/trpc/router-inputs.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import { useActionHandlers } from '@/trpc/use-action-handlers.ts'
import { useReadAfterChanges } from '@/trpc/use-read-after-changes.ts'
import { useReadAgain } from '@/trpc/use-read-again.ts'

export type RepairDraft = RouterInputs['replication']['startRepair']
export type Repair = RouterOutputs['replication']['repairs']['repairs'][number]

export const isActiveRepair = ({ status }: Pick<Repair, 'status'>) => isDrivenRun(status)

/** Repairs of a table, newest first. When one ends, the replicas are refetched. */
export function useRepairs(at: { cluster: string; database: string; table: string }) {
  const trpc = useTRPC()
  const options = trpc.replication.repairs.infiniteQueryOptions({ ...at, limit: 10 }, byPages)
  const queryClient = useQueryClient()
  useReadAgain('replica-repair', [{ queryKey: options.queryKey }])
  useReadAfterChanges('replica-repair', () => {
    void queryClient.invalidateQueries(trpc.replication.table.pathFilter())
    void queryClient.invalidateQueries(trpc.replication.differences.pathFilter())
  })
  return useInfiniteQuery({
    ...options,
    refetchInterval: (now) =>
      now.state.data?.pages.some(({ repairs }) => repairs.some(isActiveRepair)) ? 5_000 : false,
  })
}

/** Always fetched fresh, since a decision depends on it. */
export function useRepairPreview(draft: RepairDraft) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.replication.previewRepair.queryOptions(draft),
    ...{ staleTime: 0, gcTime: 0, retry: false },
  })
}

export function useRepairActions() {
  const trpc = useTRPC()
  const handlers = useActionHandlers(trpc.replication.pathKey())
  const { startRepair, cancelRepair, retryRepair } = trpc.replication
  return {
    start: useMutation(startRepair.mutationOptions(handlers('start the repair'))),
    cancel: useMutation(cancelRepair.mutationOptions(handlers('cancel the repair'))),
    retry: useMutation(retryRepair.mutationOptions(handlers('retry the repair'))),
  }
}
