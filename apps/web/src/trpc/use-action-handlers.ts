'use client'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { showFailure } from './show-failure.ts'

/** Of an action whose form shows its errors: refetches what it may have changed, however it ended. */
export function useRefetch(queryKey: QueryKey) {
  const queryClient = useQueryClient()
  return { onSettled: () => queryClient.invalidateQueries({ queryKey }) }
}

/** Of every other action: it also shows an error as a toast with its hint. `task` completes "Could not …". */
export function useActionHandlers(queryKey: QueryKey) {
  const refetch = useRefetch(queryKey)
  return (task: string) => ({ ...refetch, onError: (error: unknown) => showFailure(error, task) })
}
