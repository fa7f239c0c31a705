'use client'
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import { byPages } from '@/trpc/more-rows.ts'
import type { RouterInputs } from '@/trpc/router-outputs.ts'
import { useActionHandlers } from '@/trpc/use-action-handlers.ts'
import { useReadAgain } from '@/trpc/use-read-again.ts'
import { isActiveRemoval, type OrphanKind, type OrphanState } from '../removal.ts'

/** Removals of a cluster, or of one audit, newest first. */
export function useRemovals(of: { cluster: string } | { auditId: string }) {
  const trpc = useTRPC()
  const options = trpc.orphanRemovals.list.infiniteQueryOptions({ ...of, limit: 50 }, byPages)
  useReadAgain('orphan-removal', [{ queryKey: options.queryKey }])
  return useInfiniteQuery(options)
}

/** Stays up to date: refetched on each announced change, and polled slowly for unannounced ones. */
export function useRemoval(id: string) {
  const trpc = useTRPC()
  const options = trpc.orphanRemovals.get.queryOptions({ id })
  useReadAgain(
    'orphan-removal',
    [{ queryKey: options.queryKey }, trpc.orphanRemovals.objects.pathFilter()],
    id,
  )
  return useQuery({
    ...options,
    refetchInterval: (now) => (now.state.data && isActiveRemoval(now.state.data) ? 5_000 : false),
  })
}

export function useRemovalObjects(
  id: string,
  filter: { search: string; state: OrphanState | null; kind: OrphanKind | null },
) {
  const trpc = useTRPC()
  const { search, state, kind } = filter
  return useInfiniteQuery(
    trpc.orphanRemovals.objects.infiniteQueryOptions(
      { id, search, limit: 100, ...(state ? { state } : {}), ...(kind ? { kind } : {}) },
      byPages,
    ),
  )
}

/** Queries every replica and the store, on request. */
export function useRemovalPreview(input: RouterInputs['orphanRemovals']['preview']) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.orphanRemovals.preview.queryOptions(input),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
}

/** An admin's actions on a removal; an error is shown as a toast with its hint. */
export function useRemovalActions() {
  const trpc = useTRPC()
  const handlers = useActionHandlers(trpc.orphanRemovals.pathKey())
  const { start, approve, restore, pause, resume } = trpc.orphanRemovals
  return {
    start: useMutation(start.mutationOptions(handlers('start the removal'))),
    approve: useMutation(approve.mutationOptions(handlers('approve the deletion'))),
    restore: useMutation(restore.mutationOptions(handlers('restore the objects'))),
    pause: useMutation(pause.mutationOptions(handlers('pause the removal'))),
    resume: useMutation(resume.mutationOptions(handlers('resume the removal'))),
  }
}
