'use client'
import { metricText, ruleMetricNames, ruleMetrics, windowText } from '@frostline/domain'
import { ErrorState, RadioGroup, SelectField, Switch, TextField } from '@frostline/ui'
import { skipToken, useMutation, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useClusters } from '@/features/shell/hooks/use-clusters.ts'
import { FormEnd, FormFrame } from '@/form/form-frame.tsx'
import { useForm } from '@/form/use-form.ts'
import { useTRPC } from '@/trpc/context.ts'
import { reportError } from '@/trpc/report-error.ts'
import type { CustomRule } from '../alert.ts'
import { type CustomRuleDraft, customRuleForm, draftOfCustomRule } from '../custom-rule-draft.ts'
import { useAfterSave } from '../hooks/use-after-save.ts'

const metrics = ruleMetricNames.map((value) => ({
  value,
  label: `${ruleMetrics[value].title} (${ruleMetrics[value].unit})`,
}))

/** A new or existing custom rule, with what it would say now. */
export function CustomRuleForm({ rule, onDone }: { rule: CustomRule | null; onDone: () => void }) {
  const trpc = useTRPC()
  const clusters = useClusters().data ?? []
  const form = useForm(customRuleForm, () => draftOfCustomRule(rule))
  const after = useAfterSave(onDone)
  const create = useMutation(trpc.alerts.createCustomRule.mutationOptions(after))
  const update = useMutation(trpc.alerts.updateCustomRule.mutationOptions(after))
  const save = rule ? update : create
  return (
    <FormFrame
      form={form}
      onSubmit={(given) => (rule ? update.mutate({ id: rule.id, ...given }) : create.mutate(given))}
    >
      <TextField
        {...form.field('name')}
        label="Name"
        hint="What is wrong when it fires, such as “Slow cold reads”."
        maxLength={100}
      />
      <SelectField {...form.field('metric')} label="Metric" options={metrics} />
      <div className="grid gap-3 sm:grid-cols-3">
        <SelectField
          {...form.field('comparison')}
          label="Is"
          options={[
            { value: 'above', label: 'above' },
            { value: 'below', label: 'below' },
          ]}
        />
        <TextField
          {...form.field('threshold')}
          label={`Threshold (${ruleMetrics[form.draft.metric].unit})`}
          inputMode="decimal"
          inputClassName="text-right"
        />
        <TextField
          {...form.field('windowMinutes')}
          label="Over (minutes)"
          inputMode="numeric"
          inputClassName="text-right"
        />
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          {...form.field('holdSeconds')}
          label="Fire after (seconds)"
          inputMode="numeric"
          inputClassName="text-right"
        />
        <TextField
          {...form.field('clearSeconds')}
          label="Resolve after (seconds)"
          inputMode="numeric"
          inputClassName="text-right"
        />
      </div>
      <SelectField
        {...form.field('clusterId')}
        label="Cluster"
        options={[
          { value: 'all', label: 'All clusters' },
          ...clusters.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <RadioGroup
        {...form.field('severity')}
        label="Severity"
        options={[
          { value: 'warning', label: 'Warning' },
          { value: 'critical', label: 'Critical' },
        ]}
      />
      <Switch checked={form.draft.enabled} onCheckedChange={(enabled) => form.change({ enabled })}>
        On
      </Switch>
      <Trial draft={form.draft} />
      <FormEnd
        submit={rule ? 'Save rule' : 'Add rule'}
        busy={save.isPending}
        cancel={onDone}
        error={save.error}
        task={rule ? `change the rule ${rule.name}` : 'add the rule'}
      />
    </FormFrame>
  )
}

/** For which subjects the rule would hold now. */
function Trial({ draft }: { draft: CustomRuleDraft }) {
  const trpc = useTRPC()
  const clusters = useClusters().data ?? []
  const typed = useDeferredValue(draft)
  const read = customRuleForm.safeParse({ ...typed, name: 'x' })
  const cluster = clusters.find(({ id }) => id === typed.clusterId) ?? clusters[0]
  const query = useQuery({
    ...trpc.alerts.tryCustomRule.queryOptions(
      read.success && cluster
        ? {
            ...{ cluster: cluster.slug, metric: read.data.metric, comparison: read.data.comparison },
            ...{ threshold: read.data.threshold, windowMinutes: read.data.windowMinutes },
          }
        : skipToken,
    ),
    placeholderData: (before) => before,
  })
  if (query.error) return <ErrorState error={reportError(query.error, 'try the rule')} />
  const { readings = [], beyond = 0, total = 0, unit = '' } = query.data ?? {}
  return (
    <section aria-label="Now" className="flex flex-col gap-2 rounded-md border p-3 text-sm">
      <p>
        {query.data === undefined
          ? 'Enter a threshold to see what the rule says now.'
          : total === 0
            ? `${cluster?.name ?? ''} has no samples of this metric within the window.`
            : `Now: holds for ${beyond} of ${total} on ${cluster?.name ?? ''}${read.success ? ` (${windowText(read.data)})` : ''}.`}
      </p>
      {readings.length > 0 ? (
        <ul className="max-h-36 overflow-y-auto" {...{ tabIndex: 0 }} aria-label="Values now">
          {readings.map(({ subject, value, beyond: holds }) => (
            <li key={subject} className="flex justify-between gap-4 py-0.5">
              <span className="min-w-0 break-words">{subject}</span>
              <span className={holds ? 'font-medium text-danger tabular-nums' : 'text-ink-2 tabular-nums'}>
                {value === null ? 'nothing measured' : metricText(value, unit)}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}
