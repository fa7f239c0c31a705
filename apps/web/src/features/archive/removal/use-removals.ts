import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import { byPages } from '@/trpc/more-rows.ts'
import { useActionHandlers } from '@/trpc/use-action-handlers.ts'
import { useReadAgain } from '@/trpc/use-read-again.ts'
import { isActive } from '../archive.ts'

/** Which restored rows would be removed again, and when. */
export function useKeepPreview(id: string, days: number | null) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.archiveRestores.previewKeep.queryOptions({ id, days }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
}

export function useKeepRestored() {
  const trpc = useTRPC()
  const handlers = useActionHandlers(trpc.archiveRestores.pathKey())
  return useMutation(trpc.archiveRestores.keep.mutationOptions(handlers('change when the rows are removed')))
}

/** Removals of the rows of one restore, newest first. */
export function useRemovals(restoreId: string) {
  const trpc = useTRPC()
  const options = trpc.restoreRemovals.list.infiniteQueryOptions({ restoreId, limit: 50 }, byPages)
  useReadAgain('restore-removal', [{ queryKey: options.queryKey }])
  return useInfiniteQuery(options)
}

export function useRemoval(id: string) {
  const trpc = useTRPC()
  const options = trpc.restoreRemovals.get.queryOptions({ id })
  useReadAgain('restore-removal', [{ queryKey: options.queryKey }], id)
  return useQuery({
    ...options,
    refetchInterval: (now) => (now.state.data && isActive(now.state.data) ? 2_000 : false),
  })
}

export function useRemovalActions() {
  const trpc = useTRPC()
  const handlers = useActionHandlers(trpc.restoreRemovals.pathKey())
  const { cancel, retry } = trpc.restoreRemovals
  return {
    cancel: useMutation(cancel.mutationOptions(handlers('cancel the removal'))),
    retry: useMutation(retry.mutationOptions(handlers('retry the removal'))),
  }
}
