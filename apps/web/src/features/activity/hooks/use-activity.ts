'use client'
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPC } from '@/trpc/context.ts'
import { useDebounced } from '@/trpc/use-debounced.ts'
import { useReadAfterChanges } from '@/trpc/use-read-after-changes.ts'
import { activityKinds } from '../activity.ts'
import { type ActivityState, toActivityQuery } from '../activity-filters.ts'

const pageSize = 100

/** Runs page by page. What is loaded is read again soon after a run of any kind changes. */
export function useActivity(cluster: string, state: ActivityState) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const [openedAt] = useState(() => new Date())
  const text = useDebounced(state.text)
  const filter = toActivityQuery(cluster, { ...state, text }, openedAt)
  const options = trpc.runs.list.infiniteQueryOptions(
    { ...filter, limit: pageSize },
    { getNextPageParam: (page) => page.next ?? undefined, placeholderData: keepPreviousData },
  )
  const query = useInfiniteQuery(options)
  useReadAfterChanges(activityKinds, () => {
    void queryClient.invalidateQueries({ queryKey: options.queryKey }, { cancelRefetch: false })
  })
  return { query, filter, runs: query.data?.pages.flatMap((page) => page.runs) ?? [] }
}
