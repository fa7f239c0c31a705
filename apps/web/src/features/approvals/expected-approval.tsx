'use client'
import type { RunKind } from '@frostline/domain'
import { formatCountOf } from '@frostline/ui'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import { HoldingRules } from './holding-rules.tsx'

interface ExpectedApprovalProps {
  /** Slug. */
  cluster: string
  kind: RunKind
  /** Left out: the run is about the whole cluster. */
  table?: { database: string; table: string }
  /** What the run reads, moves or deletes. Left out: not known, or its kind has no size. */
  bytes?: bigint
}

/** In the dialog that starts a run: for whom it will wait. Nothing where no approval rule applies. */
export function ExpectedApproval({ cluster, kind, table, bytes }: ExpectedApprovalProps) {
  const size = bytes === undefined ? {} : { bytes: String(bytes) }
  // Rules change, and their hours begin and end: each dialog asks anew.
  const options = useTRPC().approvals.preview.queryOptions({ cluster, kind, ...table, ...size })
  const { data, error } = useQuery({ ...options, staleTime: 0 })
  if (error)
    return (
      <p role="status" className="text-sm text-warn-ink">
        Frostline could not read whether an approval rule applies. If one does, the run waits for it.
      </p>
    )
  if (!data || data.rules.length === 0) return null
  const people = formatCountOf(Math.max(...data.rules.map(({ missing }) => missing)), 'person', 'people')
  return (
    <section aria-label="Approval" className="flex flex-col gap-1 rounded-md border px-3 py-2 text-sm">
      <p>Once started, it waits for the approval of {people}. You cannot approve it yourself.</p>
      <HoldingRules rules={data.rules} />
    </section>
  )
}
