'use client'
import { answerRepair, nextRunStatus } from '@frostline/domain'
import { Button, Panel, RelativeTime } from '@frostline/ui'
import { useRoleAllows } from '@/auth/use-person.ts'
import { AnswerFirst } from '@/features/answer/answer-first.tsx'
import { RunApprovalPanel } from '@/features/approvals/run-approval-panel.tsx'
import { HistoryDetails } from '@/features/run/history-panel.tsx'
import { LookPill } from '@/features/status/look-pill.tsx'
import { panelFromLedger } from '@/trpc/panel-from-query.ts'
import { isActiveRepair, type Repair, useRepairActions, useRepairs } from '../hooks/use-repairs.ts'
import { repairLooks, repairWords, replicaOf } from '../repair.ts'
import { RepairFigures } from './repair-figures.tsx'
import { ShowMore } from './show-more.tsx'

/** Repairs of a table's replicas, with figures before and after. Nothing if there are none, unless they could not be read. */
export function RepairsPanel({ at }: { at: { cluster: string; database: string; table: string } }) {
  const query = useRepairs(at)
  const repairs = query.data?.pages.flatMap((page) => page.repairs) ?? []
  if (repairs.length === 0 && !query.error) return null
  return (
    <Panel title="Repairs" flush {...panelFromLedger(query, { task: 'read the repairs' })}>
      <ul aria-label="Repairs" className="divide-y">
        {repairs.map((repair) => (
          <RepairItem key={repair.id} repair={repair} subject={`${at.database}.${at.table}`} />
        ))}
      </ul>
      <ShowMore pages={query} />
    </Panel>
  )
}

const orderWords = { cancel: 'Cancel', retry: 'Retry' } as const

function RepairItem({ repair, subject }: { repair: Repair; subject: string }) {
  const { id, kind, replicaName, nodeName, status, requestedBy, createdAt, limitSeconds } = repair
  const actions = useRepairActions()
  const allowed = useRoleAllows(kind === 'sync' ? 'operator' : 'admin')
  const orders = (['cancel', 'retry'] as const).filter((order) => nextRunStatus(order, status) !== null)
  return (
    <li className="grid gap-1.5 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <LookPill look={repairLooks[status]} />
        <span className="font-medium">
          {repairWords[kind].verb} replica {replicaName}
        </span>
        <span className="text-ink-3 text-xs">
          on {nodeName}, by {requestedBy}, <RelativeTime at={createdAt} />
          {kind === 'sync' && isActiveRepair(repair) ? `, time limit ${limitSeconds} s` : ''}
        </span>
        {(allowed ? orders : []).map((order) => (
          <Button
            key={order}
            size="sm"
            busy={actions[order].isPending}
            aria-label={`${orderWords[order]} ${repairWords[kind].verb} of replica ${replicaName}`}
            onClick={() => actions[order].mutate({ id })}
          >
            {orderWords[order]}
          </Button>
        ))}
      </div>
      <AnswerFirst
        inset
        listed
        answer={answerRepair({
          ...repair,
          verb: repairWords[kind].verb,
          before: replicaOf(repair.before, repair),
          after: repair.after && replicaOf(repair.after, repair),
        })}
      />
      {status === 'queued' ? <RunApprovalPanel id={id} subject={subject} /> : null}
      {repair.error === null ? null : <p className="break-words text-danger-ink text-xs">{repair.error}</p>}
      {repair.proof === null || repair.proof === repair.error ? null : (
        <p className="break-words text-xs">{repair.proof}</p>
      )}
      <div className="grid gap-x-6 gap-y-1.5 lg:grid-cols-2">
        <RepairFigures label="Before" figures={repair.before} />
        {repair.after ? <RepairFigures label="After" figures={repair.after} /> : null}
      </div>
      <HistoryDetails id={id} kind="replica-repair" />
    </li>
  )
}
