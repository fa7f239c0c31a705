'use client'
import { type QueryFilters, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useChanges } from './live-changes.tsx'
import { ReadInTurn } from './read-in-turn.ts'

/** Refetches the queries at each announced change of that kind, or of one of these; with `id` only at those of that object. */
export function useReadAgain(
  topic: string | readonly string[],
  queries: readonly QueryFilters[],
  id?: string,
): void {
  const queryClient = useQueryClient()
  const [reader] = useState(() => new ReadInTurn())
  useChanges(topic, (changed) => {
    if (id === undefined || changed === id)
      reader.ask(() => Promise.all(queries.map((query) => queryClient.invalidateQueries(query))))
  })
}
