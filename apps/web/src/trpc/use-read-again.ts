'use client'
import { type QueryFilters, useQueryClient } from '@tanstack/react-query'
import { useChanges } from './live-changes.tsx'

/** Reads the queries again at each announced change of that kind; with `id` only at those of that one. */
export function useReadAgain(topic: string, queries: readonly QueryFilters[], id?: string): void {
  const queryClient = useQueryClient()
  useChanges(topic, (changed) => {
    if (id === undefined || changed === id)
      for (const query of queries) void queryClient.invalidateQueries(query)
  })
}
