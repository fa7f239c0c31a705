'use client'
import { formatCountOf, Panel, RelativeTime } from '@frostline/ui'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromLedger } from '@/trpc/panel-from-query.ts'
import { useReadAgain } from '@/trpc/use-read-again.ts'
import { titleOfRun } from '../activity/activity.ts'
import { ApproveDialog } from './approve-dialog.tsx'
import { HoldingRules } from './holding-rules.tsx'
import { countMissing, describeExpected, type RunApproval } from './rule.ts'

interface RunApprovalPanelProps {
  /** Of a run, or of a plan. */
  id: string
  /** What it works on, such as a table. */
  subject: string
}

/**
 * Which approval rules hold a run, who has approved it, and the button to approve. Nothing where no rule applies, unless that
 * could not be read.
 */
export function RunApprovalPanel({ id, subject }: RunApprovalPanelProps) {
  const options = useTRPC().approvals.get.queryOptions({ id })
  const query = useQuery(options)
  const { data } = query
  useReadAgain(data?.kind ?? 'approval-rule', [{ queryKey: options.queryKey }], id)
  useReadAgain('approval-rule', [{ queryKey: options.queryKey }])
  if (query.error && !data)
    return <Panel title="Approval" {...panelFromLedger(query, { task: 'read the approvals' })} />
  if (!data || data.state === 'free' || data.state === 'begun') return null
  return (
    <Panel
      title="Approval"
      description={describeState(data)}
      actions={
        data.mayApprove ? (
          <ApproveDialog
            run={data}
            title={titleOfRun({ kind: data.kind, name: subject })}
            missing={countMissing(data.rules)}
          />
        ) : null
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        <HoldingRules rules={data.rules} />
        {data.approvals.length > 0 ? (
          <ul aria-label="Approvals" className="flex flex-col gap-1">
            {data.approvals.map(({ by, at, note, counts }) => (
              <li key={by}>
                Approved by {by} <RelativeTime at={at} />
                {counts
                  ? ''
                  : '. It does not count: the run has grown, or the person is not in the team of the rule'}
                {note ? <p className="whitespace-pre-wrap break-words border-l-2 pl-2">{note}</p> : null}
              </li>
            ))}
          </ul>
        ) : null}
        {data.whyNot === null ? null : <p className="text-ink-2">{data.whyNot}</p>}
      </div>
    </Panel>
  )
}

function describeState({ state, rules }: RunApproval): string {
  if (state === 'approved') return 'Approved. A worker takes it when it is its turn.'
  if (state === 'planned') return describeExpected(rules)
  return `It waits for the approval of ${formatCountOf(countMissing(rules), 'person', 'people')}. Nothing has begun.`
}
