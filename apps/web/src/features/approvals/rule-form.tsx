'use client'
import { approvalRuleLimits, findPatternFault, hasRunSize, isTimeZone, type RunKind } from '@frostline/domain'
import { Checkbox, NumberField, SelectField, showToast, TextField } from '@frostline/ui'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { z } from 'zod'
import { type BudgetUnit, budgetBytesOf, budgetOf, budgetUnits } from '@/form/budget.ts'
import { choice, fault, judged, requiredText, wholeNumber } from '@/form/field-schemas.ts'
import { FormDialog } from '@/form/form-frame.tsx'
import type { Form } from '@/form/use-form.ts'
import { useTRPC } from '@/trpc/context.ts'
import { activityKinds, titleOfKind } from '../activity/activity.ts'
import { viewerZone } from '../schedules/zoned-time.ts'
import { useClusters } from '../shell/hooks/use-clusters.ts'
import { type DraftSpan, draftSpans, judgeSpans, readSpans } from '../time-window/draft-span.ts'
import { WindowFields } from '../time-window/window-fields.tsx'
import type { ApprovalRule } from './rule.ts'
import { useRuleActions } from './use-approvals.ts'

/** Stand for no choice in a select: no slug and no id is like it. */
const every = '*'

const pattern = judged(findPatternFault)

const ruleForm = z
  .object({
    name: requiredText('Enter a name.'),
    enabled: z.boolean(),
    kinds: choice<RunKind[]>(),
    cluster: z.string(),
    ...{ database: pattern, table: pattern },
    ...{ budget: z.string(), budgetUnit: choice<BudgetUnit>() },
    ...{ timeZone: z.string().trim(), spans: choice<DraftSpan[]>() },
    approvals: wholeNumber(approvalRuleLimits.approvals.min, approvalRuleLimits.approvals.max),
    teamId: z.string(),
  })
  .superRefine((draft, context) => {
    if (draft.spans.length > 0 && !isTimeZone(draft.timeZone))
      fault(context, ['timeZone'], 'Enter a time zone such as Europe/Berlin.')
    else judgeSpans(draft, context)
    const bytes = budgetBytesOf(draft)
    if (bytes === undefined)
      fault(context, ['budget'], 'Enter an amount above zero, or leave empty for any size.')
    if (bytes && draft.kinds.length > 0 && !draft.kinds.some(hasRunSize))
      fault(context, ['budget'], 'None of these kinds has a size. Leave it empty, or choose other kinds.')
  })
  .transform(({ cluster, budget, budgetUnit, timeZone, spans, teamId, ...rest }) => ({
    ...rest,
    cluster: cluster === every ? null : cluster,
    minBytes: budgetBytesOf({ budget, budgetUnit })?.toString() ?? null,
    hours: spans.length === 0 ? null : { timeZone, spans: readSpans(spans) },
    teamId: teamId === every ? null : teamId,
  }))

function draftOf(rule: ApprovalRule | undefined): z.input<typeof ruleForm> {
  return {
    ...{ name: rule?.name ?? '', enabled: rule?.enabled ?? true, kinds: rule?.kinds ?? [] },
    ...{ cluster: rule?.cluster ?? every, database: rule?.database ?? '*', table: rule?.table ?? '*' },
    ...budgetOf(rule?.minBytes ?? null),
    ...{ timeZone: rule?.hours?.timeZone ?? viewerZone(), spans: draftSpans(rule?.hours?.spans ?? []) },
    ...{ approvals: String(rule?.approvals ?? 1), teamId: rule?.teamId ?? every },
  }
}

/** Creates an approval rule, or changes one. */
export function RuleForm({ rule, trigger }: { rule?: ApprovalRule; trigger: ReactElement }) {
  const { create, update } = useRuleActions()
  return (
    <FormDialog
      size="lg"
      title={rule ? `Edit ${rule.name}` : 'Create approval rule'}
      description="Runs that match wait until enough people have approved them, whoever or whatever started them. Whoever planned or started a run cannot approve it."
      trigger={trigger}
      schema={ruleForm}
      initial={() => draftOf(rule)}
      shownLate={['name']}
      submit={rule ? 'Save' : 'Create rule'}
      task={rule ? 'save the rule' : 'create the rule'}
      save={async (given) => {
        const saved = rule
          ? await update.mutateAsync({ ...given, id: rule.id })
          : await create.mutateAsync(given)
        showToast({ tone: 'success', title: rule ? `Saved ${saved.name}` : `Created ${saved.name}` })
      }}
    >
      {(form) => <RuleFields form={form} />}
    </FormDialog>
  )
}

function RuleFields({ form }: { form: Form<typeof ruleForm> }) {
  const clusters = useClusters().data ?? []
  const teams = useQuery(useTRPC().teams.list.queryOptions()).data ?? []
  return (
    <>
      <TextField {...form.field('name')} label="Name" hint="For example “Large moves”." maxLength={100} />
      <KindFields form={form} />
      <div className="grid gap-4 sm:grid-cols-3">
        <SelectField
          {...form.field('cluster')}
          label="Cluster"
          options={[
            { value: every, label: 'All clusters' },
            ...clusters.map(({ slug, name }) => ({ value: slug, label: name })),
          ]}
        />
        <TextField {...form.field('database')} label="Database" mono maxLength={255} />
        <TextField {...form.field('table')} label="Table" mono maxLength={255} />
      </div>
      <p className="text-ink-3 text-xs">
        Names are exact, or a prefix that ends with *. Runs of a whole cluster are held only by rules for all
        tables.
      </p>
      <div className="grid grid-cols-[minmax(0,1fr)_7rem] gap-2">
        <NumberField
          {...form.field('budget')}
          decimal
          optional
          label="From size"
          hint="Bytes that a run moves, reads or deletes. A size that is not known counts as large."
        />
        <SelectField {...form.field('budgetUnit')} label="Unit" options={budgetUnits} />
      </div>
      <WindowFields
        form={form}
        legend="Working hours"
        hint="Within these hours the rule does not apply: runs begin without approval, also those that wait. None: it applies at any time."
      />
      {form.draft.spans.length > 0 ? (
        <TextField
          {...form.field('timeZone')}
          label="Time zone"
          hint="For example Europe/Berlin."
          maxLength={64}
        />
      ) : null}
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          {...form.field('approvals')}
          label="People who must approve"
          hint={`From ${approvalRuleLimits.approvals.min} to ${approvalRuleLimits.approvals.max}.`}
        />
        <SelectField
          {...form.field('teamId')}
          label="Who may approve"
          hint="They also need the role of the run on what it works on."
          options={[
            { value: every, label: 'Everybody with the role' },
            ...teams.map(({ id, name }) => ({ value: id, label: `Members of ${name}` })),
          ]}
        />
      </div>
      <Checkbox checked={form.draft.enabled} onCheckedChange={(enabled) => form.change({ enabled })}>
        Enabled
      </Checkbox>
    </>
  )
}

function KindFields({ form }: { form: Form<typeof ruleForm> }) {
  const { kinds } = form.draft
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 font-medium text-xs">Kinds of runs</legend>
      {kinds.length === 0 ? (
        <p className="text-ink-3 text-xs">All kinds. Choose some to limit the rule.</p>
      ) : null}
      <div className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
        {activityKinds.map((kind) => (
          <Checkbox
            key={kind}
            checked={kinds.includes(kind)}
            onCheckedChange={(on) =>
              form.change({ kinds: on ? [...kinds, kind] : kinds.filter((each) => each !== kind) })
            }
          >
            {titleOfKind(kind)}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}
