'use client'
import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useChanges } from './live-changes.tsx'
import { showFreshAnswer } from './show-fresh-answer.ts'

/** Often enough to be believed, seldom enough that a page left open costs the cluster next to nothing. */
const INTERVAL_MS = 15_000
/** A running tier migration announces many changes a second; a page about the whole cluster follows at this pace. */
const CHANGE_PAUSE_MS = 2_000

export interface ObservedQuery<Answer> {
  data: Answer | undefined
  error: unknown
  isFetching: boolean
  dataUpdatedAt: number
  refetch: () => unknown
  /** Asks the cluster now, past the answers that the console shares between its readers. */
  refresh: () => void
}

/**
 * An answer about the cluster that stays up to date while its tab is visible: on an interval, and after tier
 * migrations changed.
 * @param ask reads it; `fresh` asks the nodes anew instead of taking an answer of the last seconds.
 * @param options.staleTime 0 reads it again at each visit: for what people decide on.
 */
export function useObservedQuery<Answer>(
  queryKey: QueryKey,
  ask: (fresh: boolean, signal?: AbortSignal) => Promise<Answer>,
  options: { staleTime?: number } = {},
): ObservedQuery<Answer> {
  const queryClient = useQueryClient()
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => ask(false, signal),
    refetchInterval: INTERVAL_MS,
    ...options,
  })
  const refresh = useMutation({
    mutationFn: () => ask(true),
    onSuccess: (answer) => showFreshAnswer(queryClient, queryKey, answer),
  })
  const pending = useRef<ReturnType<typeof setTimeout>>(undefined)
  useChanges('tier-migration', () => {
    pending.current ??= setTimeout(() => {
      pending.current = undefined
      void queryClient.invalidateQueries({ queryKey })
    }, CHANGE_PAUSE_MS)
  })
  useEffect(() => () => clearTimeout(pending.current), [])
  return {
    data: query.data,
    error: query.error ?? refresh.error,
    isFetching: query.isFetching || refresh.isPending,
    dataUpdatedAt: query.dataUpdatedAt,
    refetch: query.refetch,
    refresh: () => refresh.mutate(),
  }
}
