'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ClusterTable } from '@/features/tables/table-of-address.ts'
import { useTRPC } from '@/trpc/context.ts'
import { tellFailure } from '@/trpc/tell-failure.ts'

/** Changes the policy; afterwards everything that tells of the table or of storage is read again. */
export function useChangePolicy(at: ClusterTable, onChanged: () => void) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const mutation = useMutation(
    trpc.tablePolicy.change.mutationOptions({
      onError: (error) => tellFailure(error, `change the storage policy of ${at.database}.${at.table}`),
      onSettled: () => {
        onChanged()
        void queryClient.invalidateQueries({ queryKey: trpc.tables.pathKey() })
        void queryClient.invalidateQueries({ queryKey: trpc.storage.pathKey() })
      },
    }),
  )
  return {
    outcome: mutation.data,
    change: async (policy: string, withoutMissingNodes: boolean) => {
      await mutation.mutateAsync({ ...at, policy, withoutMissingNodes })
    },
  }
}
