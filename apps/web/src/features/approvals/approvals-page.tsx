'use client'
import {
  bytesColumn,
  column,
  type DataColumn,
  DataTable,
  EmptyPicture,
  formatCountOf,
  Panel,
  timeColumn,
} from '@frostline/ui'
import { CheckCheck, Hourglass } from 'lucide-react'
import { useRoleAllows } from '@/auth/use-person.ts'
import { panelFromLedger } from '@/trpc/panel-from-query.ts'
import { titleOfRun } from '../activity/activity.ts'
import { RunLink } from '../activity/components/run-link.tsx'
import { ManagedNotice } from '../desired-state/managed.tsx'
import { PageHeader } from '../shell/components/page-header.tsx'
import { ApproveDialog } from './approve-dialog.tsx'
import type { WaitingRun } from './rule.ts'
import { RulesPanel } from './rules-panel.tsx'
import { useWaitingRuns } from './use-approvals.ts'

/** Runs that wait for people, and the rules that hold them. */
export function ApprovalsPage() {
  const admin = useRoleAllows('admin')
  return (
    <>
      <PageHeader title="Approvals" description="Runs that wait until other people have approved them." />
      <div className="flex flex-col gap-4">
        <WaitingPanel />
        {admin ? (
          <>
            <ManagedNotice kinds={['approvalRules']} />
            <RulesPanel />
          </>
        ) : null}
      </div>
    </>
  )
}

function WaitingPanel() {
  const query = useWaitingRuns()
  const waiting = query.data ?? []
  return (
    <Panel
      title="Waiting for approval"
      description="Nothing of these runs has begun. To reject one, cancel it on its page."
      flush
      minHeightPx={160}
      {...panelFromLedger(query, {
        task: 'read the runs that wait',
        empty: () =>
          waiting.length > 0
            ? null
            : {
                picture: (
                  <EmptyPicture
                    of={[
                      [Hourglass, 'plain'],
                      [CheckCheck, 'accent'],
                    ]}
                  />
                ),
                title: 'Nothing waits for an approval',
                children: 'Runs that an approval rule holds are listed here, oldest first.',
              },
      })}
    >
      <DataTable
        label="Runs that wait for approval"
        columns={columns}
        rows={waiting}
        getRowId={({ id }) => id}
        rowHeightPx={56}
      />
    </Panel>
  )
}

const columns: readonly DataColumn<WaitingRun>[] = [
  column('run', 'Run', { minWidthPx: 230, grow: 4, hideable: false }, (run) => <RunLink run={run} />),
  column('cluster', 'Cluster', { minWidthPx: 90 }, ({ clusterName }) => clusterName),
  bytesColumn(
    'size',
    'Size',
    { minWidthPx: 90, description: 'Bytes that it moves, reads or deletes, as planned.' },
    ({ bytes }) => bytes,
  ),
  column('by', 'Started by', { minWidthPx: 150, grow: 1 }, ({ requestedBy }) => requestedBy),
  timeColumn('at', 'Started', { minWidthPx: 100 }, ({ createdAt }) => createdAt),
  column('rules', 'Rules', { minWidthPx: 150, grow: 2 }, ({ rules, missing }) => (
    <span className="min-w-0">
      <span className="block truncate" title={rules.join(', ')}>
        {rules.join(', ')}
      </span>
      <span className="block text-ink-3 text-xs">{formatCountOf(missing, 'approval')} missing</span>
    </span>
  )),
  column('approve', 'Approve', { minWidthPx: 170, hideable: false }, (run) =>
    run.mayApprove ? (
      <ApproveDialog run={run} title={titleOfRun(run)} missing={run.missing} size="sm" />
    ) : (
      <span className="line-clamp-2 whitespace-normal text-ink-3 text-xs" title={run.whyNot ?? undefined}>
        {run.whyNot}
      </span>
    ),
  ),
]
