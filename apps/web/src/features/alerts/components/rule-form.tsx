'use client'
import { Badge, Button, Field, Input, RelativeTime, Switch } from '@frostline/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTRPC } from '@/trpc/context.ts'
import { tellFailure } from '@/trpc/tell-failure.ts'
import type { AlertRule } from '../alert.ts'

/** One rule: its sentence, its numbers, and whether it is on. */
export function RuleForm({ rule, editable }: { rule: AlertRule; editable: boolean }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const [enabled, setEnabled] = useState(rule.enabled)
  const [threshold, setThreshold] = useState(String(rule.threshold))
  const [hold, setHold] = useState(String(rule.holdSeconds))
  const [clear, setClear] = useState(String(rule.clearSeconds))
  const save = useMutation(
    trpc.alerts.updateRule.mutationOptions({
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.alerts.pathKey() }),
      onError: (error) => tellFailure(error, `change the rule “${rule.title}”`),
    }),
  )
  const changed =
    enabled !== rule.enabled ||
    threshold !== String(rule.threshold) ||
    hold !== String(rule.holdSeconds) ||
    clear !== String(rule.clearSeconds)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({
      kind: rule.kind,
      enabled,
      threshold: Number(threshold),
      holdSeconds: Number(hold),
      clearSeconds: Number(clear),
    })
  }
  return (
    <form method="post" noValidate onSubmit={submit} aria-label={rule.title} className="flex flex-col gap-3">
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
      <p className="text-ink-2 text-sm">{rule.fires.replace('{threshold}', String(rule.threshold))}</p>
      {editable ? (
        <div className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap">
          {rule.thresholdLabel ? (
            <Field label={`${rule.thresholdLabel} (${rule.unit})`} className="sm:w-44">
              <Input type="number" className="text-right" value={threshold} onValueChange={setThreshold} />
            </Field>
          ) : null}
          <Field label="Fire after (seconds)" className="sm:w-44">
            <Input type="number" className="text-right" value={hold} onValueChange={setHold} />
          </Field>
          <Field label="Resolve after (seconds)" className="sm:w-44">
            <Input type="number" className="text-right" value={clear} onValueChange={setClear} />
          </Field>
          <span className="flex h-8 items-center gap-3">
            <Switch checked={enabled} onCheckedChange={setEnabled}>
              On
            </Switch>
            <Button type="submit" size="sm" disabled={!changed} busy={save.isPending}>
              Save
            </Button>
          </span>
        </div>
      ) : null}
    </form>
  )
}
