'use client'
import { NeedsRole } from '@/auth/needs-role.tsx'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { textParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { useVisit } from '@/navigation/use-visit.ts'
import { Designer } from './designer.tsx'
import { StartFromProposal } from './start-from-proposal.tsx'

const params = { from: textParam() }

/** Disks and policies as forms, with what our rules say while they are filled in. */
export function DesignPage({ cluster }: { cluster: string }) {
  const visit = useVisit()
  const [{ from }] = useUrlState(params)
  return (
    <NeedsRole needed="admin" title="Design storage" task="Designing disks and policies">
      <PageHeader
        title="Design storage"
        description="Disks and policies for all nodes of the cluster. The result is a proposal. Nothing is sent to a node."
      />
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
