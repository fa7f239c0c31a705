'use client'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { showFailure } from './show-failure.ts'

/**
 * Common part of every action: refetches what it may have changed, however it ended, and shows an error as a toast with
 * its hint. `task` completes "Could not …".
 */
export function useActionHandlers(queryKey: QueryKey) {
  const queryClient = useQueryClient()
  return (task: string) => ({
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
    onError: (error: unknown) => showFailure(error, task),
  })
}
