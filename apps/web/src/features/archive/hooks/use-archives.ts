import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTRPC } from '@/trpc/context.ts'
import { byPages } from '@/trpc/more-rows.ts'
import type { RouterInputs } from '@/trpc/router-outputs.ts'
import { useActionHandlers } from '@/trpc/use-action-handlers.ts'
import { useReadAgain } from '@/trpc/use-read-again.ts'
import { type ArchiveInput, type ArchiveStep, isActive } from '../archive.ts'

/** Newest first. */
export function useArchives(cluster: string) {
  const trpc = useTRPC()
  const options = trpc.archives.list.infiniteQueryOptions({ cluster, limit: 50 }, byPages)
  useReadAgain('archive', [{ queryKey: options.queryKey }])
  return useInfiniteQuery(options)
}

/** Refetched on each announced change, and polled slowly for unannounced ones. */
export function useArchive(id: string) {
  const trpc = useTRPC()
  const options = trpc.archives.get.queryOptions({ id })
  const queries = [{ queryKey: options.queryKey }, trpc.archives.steps.pathFilter()]
  useReadAgain('archive', queries, id)
  // Its files are deleted by other runs.
  useReadAgain('archive-expiry', queries)
  return useQuery({
    ...options,
    refetchInterval: (now) => (now.state.data && isActive(now.state.data) ? 5_000 : false),
  })
}

export function useArchiveSteps(id: string) {
  const trpc = useTRPC()
  return useInfiniteQuery(trpc.archives.steps.infiniteQueryOptions({ id, limit: 100 }, byPages))
}

/** All partitions of an archive, page by page. Undefined until the last one is there. */
export function useAllArchiveSteps(id: string): ArchiveStep[] | undefined {
  const trpc = useTRPC()
  const query = useInfiniteQuery(trpc.archives.steps.infiniteQueryOptions({ id, limit: 500 }, byPages))
  const { hasNextPage, isFetching, fetchNextPage } = query
  useEffect(() => {
    if (hasNextPage && !isFetching) void fetchNextPage()
  }, [hasNextPage, isFetching, fetchNextPage])
  return hasNextPage ? undefined : query.data?.pages.flatMap((page) => page.steps)
}

/** Reads every node and the source, on request. */
export function useArchivePreview(input: ArchiveInput) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.archives.preview.queryOptions(input),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
}

/** An admin's actions on an archive. An error is shown as a toast with its hint. */
export function useArchiveActions() {
  const trpc = useTRPC()
  const handlers = useActionHandlers(trpc.archives.pathKey())
  const { start, approve, drop, attach, compare, pause, resume, keep, hold, releaseHold } = trpc.archives
  return {
    start: useMutation(start.mutationOptions(handlers('start the archive'))),
    approve: useMutation(approve.mutationOptions(handlers('approve the archive'))),
    drop: useMutation(drop.mutationOptions(handlers('drop the detached partitions'))),
    attach: useMutation(attach.mutationOptions(handlers('attach the partitions'))),
    compare: useMutation(compare.mutationOptions(handlers('compare the files'))),
    pause: useMutation(pause.mutationOptions(handlers('pause the archive'))),
    resume: useMutation(resume.mutationOptions(handlers('resume the archive'))),
    keep: useMutation(keep.mutationOptions(handlers('set the retention'))),
    hold: useMutation(hold.mutationOptions(handlers('set the legal hold'))),
    releaseHold: useMutation(releaseHold.mutationOptions(handlers('release the legal hold'))),
  }
}

/** Restores of a cluster, or of one archive, newest first. */
export function useRestores(of: { cluster: string } | { archiveId: string }) {
  const trpc = useTRPC()
  const options = trpc.archiveRestores.list.infiniteQueryOptions({ ...of, limit: 50 }, byPages)
  useReadAgain('archive-restore', [{ queryKey: options.queryKey }])
  return useInfiniteQuery(options)
}

export function useRestore(id: string) {
  const trpc = useTRPC()
  const options = trpc.archiveRestores.get.queryOptions({ id })
  const queries = [{ queryKey: options.queryKey }]
  useReadAgain('archive-restore', queries, id)
  // Its rows are removed by other runs.
  useReadAgain('restore-removal', queries)
  return useQuery({
    ...options,
    refetchInterval: (now) => (now.state.data && isActive(now.state.data) ? 2_000 : false),
  })
}

export function useRestorePreview(input: RouterInputs['archiveRestores']['preview'], enabled: boolean) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.archiveRestores.preview.queryOptions(input),
    enabled,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
}

export function useRestoreActions() {
  const trpc = useTRPC()
  const handlers = useActionHandlers(trpc.archiveRestores.pathKey())
  const { start, cancel, retry } = trpc.archiveRestores
  return {
    start: useMutation(start.mutationOptions(handlers('start the restore'))),
    cancel: useMutation(cancel.mutationOptions(handlers('cancel the restore'))),
    retry: useMutation(retry.mutationOptions(handlers('retry the restore'))),
  }
}
