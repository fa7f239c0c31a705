'use client'
import type { RunKind } from '@frostline/domain'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import { HoldingRules } from './holding-rules.tsx'
import { describeExpected } from './rule.ts'

interface ExpectedApprovalProps {
  /** Slug. */
  cluster: string
  kind: RunKind
  /** Left out: the run is about the whole cluster. */
  table?: { database: string; table: string }
  /** What the run reads, moves or deletes. Left out: not known, or its kind has no size. */
  bytes?: bigint
}

/** Tells in the dialog that starts a run whose approval it will need. Empty where no approval rule applies. */
export function ExpectedApproval({ cluster, kind, table, bytes }: ExpectedApprovalProps) {
  const size = bytes === undefined ? {} : { bytes: String(bytes) }
  // Rules can change at any time, so each dialog asks again.
  const options = useTRPC().approvals.preview.queryOptions({ cluster, kind, ...table, ...size })
  const { data, error } = useQuery({ ...options, staleTime: 0 })
  if (error)
    return (
      <p role="status" className="text-sm text-warn-ink">
        Could not check the approval rules. If a rule applies, the run waits for an approval.
      </p>
    )
  if (!data || data.rules.length === 0) return null
  return (
    <section aria-label="Approval" className="flex flex-col gap-1 rounded-md border px-3 py-2 text-sm">
      <p>{describeExpected(data.rules)} You cannot approve it yourself.</p>
      <HoldingRules rules={data.rules} />
    </section>
  )
}
