'use client'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { tellFailure } from './tell-failure.ts'

/**
 * What every action on a page does: what it may have changed is read again, however it ended, and a refusal is shown as a
 * toast with its hint. `task` completes "Could not …".
 */
export function useActionHandlers(queryKey: QueryKey) {
  const queryClient = useQueryClient()
  return (task: string) => ({
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
    onError: (error: unknown) => tellFailure(error, task),
  })
}
