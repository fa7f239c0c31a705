'use client'
import { NeedsRole } from '@/auth/needs-role.tsx'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { textParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { useVisit } from '@/navigation/use-visit.ts'
import { ReplayForm } from './replay-form.tsx'

/** The form of query that a person came from. */
const params = { hash: textParam() }

export function NewReplayPage({ cluster }: { cluster: string }) {
  const visit = useVisit()
  const [{ hash }] = useUrlState(params)
  return (
    <NeedsRole needed="operator" title="Replay queries" task="Replaying logged queries">
      <PageHeader
        title="Replay queries"
        description="Runs SELECT queries from the log again with a set concurrency. The server enforces read-only access. Rows are discarded."
      />
      <ReplayForm key={`${visit} ${hash}`} cluster={cluster} hash={hash} />
    </NeedsRole>
  )
}
