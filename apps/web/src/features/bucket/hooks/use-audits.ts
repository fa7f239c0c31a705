'use client'
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import { useChanges } from '@/trpc/live-changes.tsx'
import { tellFailure } from '@/trpc/tell-failure.ts'
import { type BucketFinding, isActiveAudit, type TableInBucket } from '../bucket-audit.ts'

/** Audits of a cluster's buckets, newest first. */
export function useAudits(cluster: string) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const options = trpc.bucketAudits.list.infiniteQueryOptions(
    { cluster, limit: 50 },
    { getNextPageParam: (page) => page.next ?? undefined, placeholderData: keepPreviousData },
  )
  useChanges('bucket-audit', () => void queryClient.invalidateQueries({ queryKey: options.queryKey }))
  return useInfiniteQuery(options)
}

/** One that stays up to date: each announced change reads it again, and a slow poll what nobody announces. */
export function useAudit(id: string) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const options = trpc.bucketAudits.get.queryOptions({ id })
  useChanges('bucket-audit', (changed) => {
    if (changed !== id) return
    void queryClient.invalidateQueries({ queryKey: options.queryKey })
    void queryClient.invalidateQueries(trpc.bucketAudits.findings.pathFilter())
    void queryClient.invalidateQueries(trpc.bucketAudits.places.pathFilter())
  })
  return useQuery({
    ...options,
    refetchInterval: (now) => (now.state.data && isActiveAudit(now.state.data) ? 5_000 : false),
  })
}

export function useFindings(id: string, kind: BucketFinding['kind']) {
  const trpc = useTRPC()
  return useInfiniteQuery(
    trpc.bucketAudits.findings.infiniteQueryOptions(
      { id, kind, limit: 100 },
      { getNextPageParam: (page) => page.next ?? undefined, placeholderData: keepPreviousData },
    ),
  )
}

/** Parts of one table; asked when it is opened. */
export function usePlaces(id: string, of: Pick<TableInBucket, 'database' | 'table' | 'tableUuid'> | null) {
  const trpc = useTRPC()
  const { database = '', table = '', tableUuid = '' } = of ?? {}
  return useInfiniteQuery({
    ...trpc.bucketAudits.places.infiniteQueryOptions(
      { id, database, table, tableUuid, limit: 100 },
      { getNextPageParam: (page) => page.next ?? undefined },
    ),
    enabled: of !== null,
  })
}

/** Each node is asked for a few files and each source for a few objects: when a person opens the form. */
export function useBucketLook(cluster: string) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.bucketAudits.look.queryOptions({ cluster }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
}

/** What a person may do with an audit; a refusal is shown as a toast with its hint. */
export function useAuditActions() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const handlers = (task: string) => ({
    onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.bucketAudits.pathKey() }),
    onError: (error: unknown) => tellFailure(error, task),
  })
  const { start, cancel, retry } = trpc.bucketAudits
  return {
    start: useMutation(start.mutationOptions(handlers('start the audit'))),
    cancel: useMutation(cancel.mutationOptions(handlers('cancel the audit'))),
    retry: useMutation(retry.mutationOptions(handlers('retry the audit'))),
  }
}
