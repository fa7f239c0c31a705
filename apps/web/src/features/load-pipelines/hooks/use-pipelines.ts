'use client'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { isActiveLoad } from '@/features/loads/load.ts'
import { useTRPC } from '@/trpc/context.ts'
import { useChanges } from '@/trpc/live-changes.tsx'
import { byPages } from '@/trpc/more-rows.ts'

/** A check without news changes only its time, which is not announced. */
const refreshMs = 10_000

/** All pipelines of a cluster. */
export function usePipelines(cluster: string) {
  const trpc = useTRPC()
  usePipelineChanges()
  return useQuery({ ...trpc.loadPipelines.list.queryOptions({ cluster }), refetchInterval: refreshMs })
}

export function usePipeline(id: string) {
  const trpc = useTRPC()
  usePipelineChanges()
  return useQuery({ ...trpc.loadPipelines.get.queryOptions({ id }), refetchInterval: refreshMs })
}

/** Its loads, newest first. A running one is also polled, in case its end was missed. */
export function usePipelineRuns(id: string) {
  const trpc = useTRPC()
  const options = trpc.loads.list.infiniteQueryOptions({ pipeline: id, limit: 50 }, byPages)
  return useInfiniteQuery({
    ...options,
    refetchInterval: (now) =>
      now.state.data?.pages.some(({ loads }) => loads.some(isActiveLoad)) ? 5_000 : false,
  })
}

/** Refetches all pipeline data on screen, when one changes or a load does. */
function usePipelineChanges() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const read = () => {
    void queryClient.invalidateQueries({ queryKey: trpc.loadPipelines.pathKey() })
    void queryClient.invalidateQueries({ queryKey: trpc.loads.list.pathKey() })
  }
  useChanges('load-pipeline', read)
  useChanges('load-job', read)
}
