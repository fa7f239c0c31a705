'use client'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import { byPages } from '@/trpc/more-rows.ts'
import { useActionHandlers } from '@/trpc/use-action-handlers.ts'
import { useReadAgain } from '@/trpc/use-read-again.ts'
import { type BucketFinding, isActiveAudit, type TableInBucket } from '../bucket-audit.ts'

/** Audits of a cluster's buckets, newest first. */
export function useAudits(cluster: string) {
  const trpc = useTRPC()
  const options = trpc.bucketAudits.list.infiniteQueryOptions({ cluster, limit: 50 }, byPages)
  useReadAgain('bucket-audit', [{ queryKey: options.queryKey }])
  return useInfiniteQuery(options)
}

/** Stays up to date: refetched on each announced change, and polled slowly for unannounced ones. */
export function useAudit(id: string) {
  const trpc = useTRPC()
  const options = trpc.bucketAudits.get.queryOptions({ id })
  useReadAgain(
    'bucket-audit',
    [
      { queryKey: options.queryKey },
      trpc.bucketAudits.findings.pathFilter(),
      trpc.bucketAudits.places.pathFilter(),
    ],
    id,
  )
  return useQuery({
    ...options,
    refetchInterval: (now) => (now.state.data && isActiveAudit(now.state.data) ? 5_000 : false),
  })
}

export function useFindings(id: string, kind: BucketFinding['kind'], candidates: boolean) {
  const trpc = useTRPC()
  return useInfiniteQuery(
    trpc.bucketAudits.findings.infiniteQueryOptions({ id, kind, candidates, limit: 100 }, byPages),
  )
}

/** Parts of one table; fetched when opened. */
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

/** Reads a few files from each node and a few objects from each source, when the form is opened. */
export function useBucketDisks(cluster: string) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.bucketAudits.look.queryOptions({ cluster }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
}

/** Actions on an audit; an error is shown as a toast with its hint. */
export function useAuditActions() {
  const trpc = useTRPC()
  const handlers = useActionHandlers(trpc.bucketAudits.pathKey())
  const { start, cancel, retry } = trpc.bucketAudits
  return {
    start: useMutation(start.mutationOptions(handlers('start the audit'))),
    cancel: useMutation(cancel.mutationOptions(handlers('cancel the audit'))),
    retry: useMutation(retry.mutationOptions(handlers('retry the audit'))),
  }
}
