'use client'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTRPC } from '@/trpc/context.ts'

/** Objects looked at before a person is asked whether to go on: about ten seconds of listing. */
const searchStep = 100_000
/** More matches than anybody reads: then the search waits too. */
const matchStep = 2_000

/**
 * Looks through everything below a prefix in pieces of some thousand objects, shows what is found so far, and stops
 * when it is told to, at a bound, or at the end.
 */
export function useObjectSearch(at: { id: string; bucket: string; prefix: string; text: string }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const about = JSON.stringify(at)
  const [allowance, setAllowance] = useState({ about, steps: 1, stopped: false })
  const current = allowance.about === about ? allowance : { about, steps: 1, stopped: false }
  const options = trpc.sources.search.infiniteQueryOptions(at, {
    enabled: at.text !== '' && at.bucket !== '',
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    refetchOnWindowFocus: false,
    staleTime: 60_000,
  })
  const query = useInfiniteQuery(options)
  const pages = query.data?.pages ?? []
  const matches = pages.flatMap((page) => page.matches)
  const searched = pages.reduce((sum, page) => sum + page.searched, 0)
  const bound = current.steps * searchStep
  const within = searched < bound && matches.length < current.steps * matchStep
  const { hasNextPage, isFetching, isError, fetchNextPage } = query
  const goesOn = hasNextPage && within && !current.stopped && !isError
  useEffect(() => {
    if (goesOn && !isFetching) void fetchNextPage()
  }, [goesOn, isFetching, fetchNextPage])
  return {
    query,
    matches,
    searched,
    bound,
    running: goesOn || (isFetching && !current.stopped),
    complete: pages.length > 0 && !hasNextPage,
    stop: () => {
      setAllowance({ ...current, stopped: true })
      void queryClient.cancelQueries({ queryKey: options.queryKey })
    },
    goOn: () =>
      setAllowance({ ...current, stopped: false, steps: within ? current.steps : current.steps + 1 }),
  }
}
