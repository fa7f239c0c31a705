'use client'
import { ErrorState, Skeleton } from '@frostline/ui'
import { useQuery } from '@tanstack/react-query'
import { NeedsRole } from '@/auth/needs-role.tsx'
import { ManagedNotice } from '@/features/desired-state/managed.tsx'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { textParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { useVisit } from '@/navigation/use-visit.ts'
import { useTRPC } from '@/trpc/context.ts'
import { reportError } from '@/trpc/report-error.ts'
import { Designer } from './designer.tsx'

const params = { from: textParam() }

/** Disks and policies as forms, with live lint findings. */
export function DesignPage({ cluster }: { cluster: string }) {
  const visit = useVisit()
  const [{ from }] = useUrlState(params)
  return (
    <NeedsRole needed="admin" title="Design storage" task="Designing disks and policies">
      <PageHeader
        title="Design storage"
        description="Disks and policies for all nodes of the cluster. The result is a proposal. Nothing is sent to a node."
      />
      <ManagedNotice kinds={['storage']} cluster={cluster} />
      {from === '' ? (
        <Designer
          key={visit}
          cluster={cluster}
          title=""
          draft={{ disks: [], policies: [] }}
          basedOn={undefined}
        />
      ) : (
        <StartFromProposal key={visit} cluster={cluster} id={from} />
      )}
    </NeedsRole>
  )
}

/** A new version of a proposal: its content, and its sealed secrets by reference. */
function StartFromProposal({ cluster, id }: { cluster: string; id: string }) {
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
