'use client'
import {
  Badge,
  Button,
  ConfirmDialog,
  column,
  countColumn,
  type DataColumn,
  DataTable,
  EmptyPicture,
  formatCountOf,
  IconButton,
  Panel,
  showToast,
  timeColumn,
} from '@frostline/ui'
import { Clock, Pencil, Plus, ShieldCheck, Trash2 } from 'lucide-react'
import { panelFromLedger } from '@/trpc/panel-from-query.ts'
import { type ApprovalRule, describeApprovers, describeKinds, describeTerms } from './rule.ts'
import { RuleForm } from './rule-form.tsx'
import { useApprovalRules, useRuleActions } from './use-approvals.ts'

/** The rules with their terms, for admins. */
export function RulesPanel() {
  const query = useApprovalRules()
  const rules = query.data ?? []
  return (
    <Panel
      title="Rules"
      description="A run waits for every enabled rule that applies to it. Changes take effect at once and are in the audit log."
      flush
      minHeightPx={160}
      actions={<RuleForm trigger={<Button icon={<Plus aria-hidden />}>Create rule</Button>} />}
      {...panelFromLedger(query, {
        task: 'read the approval rules',
        empty: () =>
          rules.length > 0
            ? null
            : {
                picture: (
                  <EmptyPicture
                    of={[
                      [Clock, 'plain'],
                      [ShieldCheck, 'accent'],
                    ]}
                  />
                ),
                title: 'No rules yet',
                children:
                  'Runs begin as soon as a worker is free. A rule holds some of them, for example moves of more than 1 TiB, or deletions outside of working hours.',
              },
      })}
    >
      <DataTable
        label="Approval rules"
        columns={columns}
        rows={rules}
        getRowId={({ id }) => id}
        rowHeightPx={64}
      />
    </Panel>
  )
}

const columns: readonly DataColumn<ApprovalRule>[] = [
  column('name', 'Rule', { minWidthPx: 150, grow: 2, hideable: false }, ({ name, enabled }) => (
    <span className="flex min-w-0 items-center gap-2">
      <span className="truncate font-medium">{name}</span>
      {enabled ? null : <Badge>disabled</Badge>}
    </span>
  )),
  column('kinds', 'Holds', { minWidthPx: 260, grow: 5 }, (rule) => (
    <span className="min-w-0">
      <span className="block truncate" title={describeKinds(rule.kinds)}>
        {describeKinds(rule.kinds)}
      </span>
      <span className="block truncate text-ink-3 text-xs" title={describeTerms(rule)}>
        {describeTerms(rule)}
      </span>
    </span>
  )),
  column('who', 'Approved by', { minWidthPx: 130, grow: 1 }, describeApprovers),
  countColumn('holding', 'Waiting', { minWidthPx: 84 }, ({ holding }) => holding),
  timeColumn('changed', 'Changed', { minWidthPx: 110 }, ({ updatedAt }) => updatedAt),
  column('actions', 'Actions', { minWidthPx: 90, hideable: false }, (rule) => <RuleActions rule={rule} />),
]

function RuleActions({ rule }: { rule: ApprovalRule }) {
  const { remove } = useRuleActions()
  return (
    <span className="flex gap-1">
      <RuleForm rule={rule} trigger={<IconButton label={`Edit ${rule.name}`} icon={<Pencil />} />} />
      <ConfirmDialog
        danger
        title={`Delete ${rule.name}?`}
        description={
          rule.holding === 0
            ? 'No run waits for it now. Later runs begin without its approval.'
            : `${formatCountOf(rule.holding, 'run')} that wait${rule.holding === 1 ? 's' : ''} for it begin${rule.holding === 1 ? 's' : ''} at once, unless another rule holds ${rule.holding === 1 ? 'it' : 'them'}.`
        }
        confirmLabel="Delete rule"
        cancelLabel="Keep rule"
        onConfirm={async () => {
          await remove.mutateAsync({ id: rule.id })
          showToast({ tone: 'success', title: `Deleted ${rule.name}` })
        }}
        trigger={<IconButton label={`Delete ${rule.name}`} icon={<Trash2 />} />}
      />
    </span>
  )
}
