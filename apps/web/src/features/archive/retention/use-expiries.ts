import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import { byPages } from '@/trpc/more-rows.ts'
import type { RouterInputs } from '@/trpc/router-outputs.ts'
import { useActionHandlers } from '@/trpc/use-action-handlers.ts'
import { useReadAgain } from '@/trpc/use-read-again.ts'
import { isActive } from '../archive.ts'

/** Which files a retention would delete, and when. Null: the form has faults. */
export function useRetentionPreview(input: RouterInputs['archives']['previewRetention'] | null) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.archives.previewRetention.queryOptions(input ?? { id: '', retention: null }),
    enabled: input !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
}

/** Deletions of files of a cluster, or of one archive, newest first. */
export function useExpiries(of: { cluster: string } | { archiveId: string }) {
  const trpc = useTRPC()
  const options = trpc.archiveExpiries.list.infiniteQueryOptions({ ...of, limit: 50 }, byPages)
  useReadAgain('archive-expiry', [{ queryKey: options.queryKey }])
  return useInfiniteQuery(options)
}

export function useExpiry(id: string) {
  const trpc = useTRPC()
  const options = trpc.archiveExpiries.get.queryOptions({ id })
  useReadAgain('archive-expiry', [{ queryKey: options.queryKey }], id)
  return useQuery({
    ...options,
    refetchInterval: (now) => (now.state.data && isActive(now.state.data) ? 2_000 : false),
  })
}

export function useExpiryActions() {
  const trpc = useTRPC()
  const handlers = useActionHandlers(trpc.archiveExpiries.pathKey())
  const { cancel, retry } = trpc.archiveExpiries
  return {
    cancel: useMutation(cancel.mutationOptions(handlers('cancel the deletion'))),
    retry: useMutation(retry.mutationOptions(handlers('retry the deletion'))),
  }
}
