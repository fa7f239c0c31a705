'use client'
import { ErrorState, Skeleton } from '@frostline/ui'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import { reportError } from '@/trpc/report-error.ts'
import { Designer } from './designer.tsx'

/** A new version of a proposal: what it holds, and its sealed secrets by reference. */
export function StartFromProposal({ cluster, id }: { cluster: string; id: string }) {
  const trpc = useTRPC()
  const query = useQuery(
    trpc.storageProposals.get.queryOptions({ id }, { staleTime: Number.POSITIVE_INFINITY }),
  )
  if (query.data) {
    const { title, draft } = query.data.data
    return <Designer cluster={cluster} title={title} draft={draft} basedOn={id} />
  }
  return query.error ? (
    <ErrorState error={reportError(query.error, 'read the proposal')} />
  ) : (
    <Skeleton className="h-96" />
  )
}
