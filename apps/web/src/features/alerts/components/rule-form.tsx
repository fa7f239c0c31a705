'use client'
import { Badge, Button, RelativeTime, Switch, TextField } from '@frostline/ui'
import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { FormFrame } from '@/form/form-frame.tsx'
import { useForm } from '@/form/use-form.ts'
import { useTRPC } from '@/trpc/context.ts'
import { useActionHandlers } from '@/trpc/use-action-handlers.ts'
import type { AlertRule } from '../alert.ts'

const figure = z.string().transform(Number)
const ruleForm = z.object({
  ...{ enabled: z.boolean(), threshold: figure, holdSeconds: figure, clearSeconds: figure },
})

/** One rule: its sentence, its numbers, and whether it is on. */
export function RuleForm({ rule, editable }: { rule: AlertRule; editable: boolean }) {
  const trpc = useTRPC()
  const handlers = useActionHandlers(trpc.alerts.pathKey())
  const stored = {
    ...{ enabled: rule.enabled, threshold: String(rule.threshold) },
    ...{ holdSeconds: String(rule.holdSeconds), clearSeconds: String(rule.clearSeconds) },
  }
  const form = useForm(ruleForm, () => stored)
  const save = useMutation(
    trpc.alerts.updateRule.mutationOptions(handlers(`change the rule “${rule.title}”`)),
  )
  const changed = JSON.stringify(form.draft) !== JSON.stringify(stored)
  const look = { type: 'number', inputClassName: 'text-right', className: 'sm:w-44' }
  return (
    <FormFrame
      form={form}
      label={rule.title}
      onSubmit={(given) => save.mutate({ kind: rule.kind, ...given })}
      className="gap-3"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-medium text-sm">{rule.title}</h3>
        <Badge tone={rule.severity === 'critical' ? 'danger' : 'warn'}>{rule.severity}</Badge>
        {rule.enabled ? null : <Badge>off</Badge>}
        <span className="text-ink-3 text-xs">
          {rule.changedBy ? (
            <>
              set by {rule.changedBy} <RelativeTime at={rule.changedAt} />
            </>
          ) : (
            'default'
          )}
        </span>
      </div>
      <p className="text-ink-2 text-sm">
        {rule.fires.replace('{threshold}', rule.threshold.toLocaleString('en'))}
      </p>
      {editable ? (
        <div className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap">
          {rule.thresholdLabel ? (
            <TextField
              {...form.field('threshold')}
              {...look}
              label={`${rule.thresholdLabel} (${rule.unit})`}
            />
          ) : null}
          <TextField {...form.field('holdSeconds')} {...look} label="Fire after (seconds)" />
          <TextField {...form.field('clearSeconds')} {...look} label="Resolve after (seconds)" />
          <span className="flex h-8 items-center gap-3">
            <Switch checked={form.draft.enabled} onCheckedChange={(enabled) => form.change({ enabled })}>
              On
            </Switch>
            <Button type="submit" size="sm" disabled={!changed} busy={save.isPending}>
              Save
            </Button>
          </span>
        </div>
      ) : null}
    </FormFrame>
  )
}
