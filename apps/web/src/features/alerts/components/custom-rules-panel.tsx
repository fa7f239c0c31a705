'use client'
import { metricText, ruleMetrics, windowText } from '@frostline/domain'
import { Badge, Button, ConfirmDialog, EmptyPicture, formatCountOf, Panel, RelativeTime } from '@frostline/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ChartSpline, Gauge, Plus } from 'lucide-react'
import { useState } from 'react'
import { useRoleAllows } from '@/auth/use-person.ts'
import { EditDialog } from '@/form/edit-dialog.tsx'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { useActionHandlers } from '@/trpc/use-action-handlers.ts'
import { useReadAgain } from '@/trpc/use-read-again.ts'
import type { CustomRule } from '../alert.ts'
import { CustomRuleForm } from './custom-rule-form.tsx'

/** Rules of the admins over the history. */
export function CustomRulesPanel() {
  const trpc = useTRPC()
  const admin = useRoleAllows('admin', 'everything')
  const query = useQuery(trpc.alerts.customRules.queryOptions())
  useReadAgain('alert', [trpc.alerts.customRules.queryFilter()])
  const [editing, setEditing] = useState<{ rule: CustomRule | null } | null>(null)
  const close = () => setEditing(null)
  return (
    <>
      <Panel
        title="Custom rules"
        description="A custom rule compares a metric of the history with a threshold, for each node, disk, table or cluster."
        minHeightPx={168}
        actions={
          admin ? (
            <Button size="sm" icon={<Plus aria-hidden />} onClick={() => setEditing({ rule: null })}>
              Add rule
            </Button>
          ) : null
        }
        {...panelFromQuery(query, {
          task: 'read the custom rules',
          empty: ({ rules }) =>
            rules.length > 0
              ? null
              : {
                  picture: (
                    <EmptyPicture
                      of={[
                        [ChartSpline, 'plain'],
                        [Gauge, 'accent'],
                      ]}
                    />
                  ),
                  title: 'No custom rules',
                  children: `${admin ? 'Add' : 'An admin can add'} a rule to be notified when a metric is above or below a threshold.`,
                },
        })}
      >
        <ul className="flex flex-col divide-y">
          {query.data?.rules.map((rule) => (
            <RuleItem key={rule.id} rule={rule} onEdit={admin ? () => setEditing({ rule }) : null} />
          ))}
        </ul>
      </Panel>
      <EditDialog
        item={editing}
        titleOf={({ rule }) => (rule ? `Change the rule ${rule.name}` : 'Add a custom rule')}
        onClose={close}
      >
        {({ rule }) => <CustomRuleForm rule={rule} onDone={close} />}
      </EditDialog>
    </>
  )
}

function RuleItem({ rule, onEdit }: { rule: CustomRule; onEdit: (() => void) | null }) {
  const trpc = useTRPC()
  const handlers = useActionHandlers(trpc.alerts.pathKey())
  const remove = useMutation(
    trpc.alerts.removeCustomRule.mutationOptions(handlers(`remove the rule ${rule.name}`)),
  )
  const { unit } = ruleMetrics[rule.metric]
  return (
    <li
      aria-label={rule.name}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
    >
      <span className="flex min-w-0 flex-1 basis-60 flex-col gap-0.5">
        <span className="flex flex-wrap items-center gap-2 font-medium text-sm">
          <span className="min-w-0 break-words">{rule.name}</span>
          <Badge tone={rule.severity === 'critical' ? 'danger' : 'warn'}>{rule.severity}</Badge>
          {rule.enabled ? null : <Badge>off</Badge>}
          {rule.firing > 0 ? <Badge tone="danger">{formatCountOf(rule.firing, 'alert')} firing</Badge> : null}
        </span>
        <span className="text-ink-2 text-sm">
          {rule.metricTitle} {rule.comparison} {metricText(rule.threshold, unit)}, {windowText(rule)}
        </span>
        <span className="break-words text-ink-3 text-xs">
          {rule.clusterName ?? 'All clusters'} · fires after {rule.holdSeconds} s, resolves after{' '}
          {rule.clearSeconds} s · changed by {rule.updatedBy} <RelativeTime at={rule.updatedAt} />
        </span>
      </span>
      {onEdit ? (
        <span className="flex items-center gap-1">
          <Button size="sm" onClick={onEdit}>
            Edit
          </Button>
          <ConfirmDialog
            danger
            title={`Remove the rule ${rule.name}?`}
            description={
              rule.firing > 0
                ? `${formatCountOf(rule.firing, 'open alert')} of it will resolve within a minute.`
                : 'It has no open alerts.'
            }
            confirmLabel="Remove rule"
            onConfirm={async () => void (await remove.mutateAsync({ id: rule.id }))}
            trigger={<Button size="sm">Remove</Button>}
          />
        </span>
      ) : null}
    </li>
  )
}
