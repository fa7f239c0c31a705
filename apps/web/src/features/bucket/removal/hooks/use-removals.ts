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

/** One that stays up to date: each announced change reads it again, and a slow poll what nobody announces. */
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

/** Every replica and the store are asked: when a person wants to know. */
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

/** What an admin may do with a removal; a refusal is shown as a toast with its hint. */
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
