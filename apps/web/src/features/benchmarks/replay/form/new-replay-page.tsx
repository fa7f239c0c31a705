'use client'
import { Button, CheckboxField, ErrorState, NumberField, Panel, SelectField, TextField } from '@frostline/ui'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { NeedsRole } from '@/auth/needs-role.tsx'
import { useRoleAllows } from '@/auth/use-person.ts'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { readForm, useForm } from '@/form/use-form.ts'
import { textParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { useVisit } from '@/navigation/use-visit.ts'
import { reportError } from '@/trpc/report-error.ts'
import { LookedQueriesPanel } from './looked-queries-panel.tsx'
import {
  emptyFilter,
  emptyPlan,
  type FilterFieldsOf,
  filterForm,
  movesDatabase,
  planForm,
  type Span,
  spans,
} from './replay-draft.ts'
import { StartReplay } from './start-replay.tsx'
import { PaceFields, TargetFields } from './target-fields.tsx'
import { type LookQuestion, useReplayLook } from './use-replay-look.ts'

/** The query form of the link to this page. */
const params = { hash: textParam() }

export function NewReplayPage({ cluster }: { cluster: string }) {
  const visit = useVisit()
  const [{ hash }] = useUrlState(params)
  return (
    <NeedsRole needed="operator" title="Replay queries" task="Replaying logged queries">
      <PageHeader
        title="Replay queries"
        description="Runs SELECT queries from the log again with a set concurrency. The server enforces read-only access. Rows are discarded."
      />
      <ReplayForm key={`${visit} ${hash}`} cluster={cluster} hash={hash} />
    </NeedsRole>
  )
}

/** Which queries, and their preview; then where and how; then the start of exactly those. */
function ReplayForm({ cluster, hash }: { cluster: string; hash: string }) {
  const [asked, setAsked] = useState<LookQuestion | null>(null)
  const look = useReplayLook(asked)
  const filter = useForm(filterForm, () => ({ ...emptyFilter, formHash: hash }))
  const plan = useForm(planForm, () => emptyPlan(cluster), {
    known: () => ({ queries: look.data?.data.runnable ?? 0 }),
  })
  /** Another database among the targets changes which queries can run. */
  const outdated = asked !== null && asked.movesDatabase !== movesDatabase(plan.draft)
  const lookNow = () => {
    filter.showFaults()
    // The period ends now, not when the form was last rendered.
    const { value } = readForm(filterForm, filter.draft)
    if (value) setAsked({ cluster, ...value, movesDatabase: movesDatabase(plan.draft) })
  }
  const seen = outdated ? undefined : look.data
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Panel title="Queries" description="Successful SELECT queries by users, from the log of this cluster.">
        {/* A change here needs a new preview: only previewed queries can be started. */}
        <FilterFields
          form={{
            ...filter,
            field: (name) => {
              const bound = filter.field(name)
              return {
                ...bound,
                onValueChange: (value) => {
                  setAsked(null)
                  bound.onValueChange(value)
                },
              }
            },
          }}
        />
        <Button
          className="mt-4 w-fit"
          variant={seen ? undefined : 'primary'}
          icon={<Search aria-hidden />}
          busy={look.isFetching}
          onClick={lookNow}
        >
          {outdated ? 'Refresh' : 'Find queries'}
        </Button>
      </Panel>
      {look.error ? (
        <ErrorState
          error={reportError(look.error, 'find queries')}
          className="rounded-lg border bg-danger-soft"
        />
      ) : null}
      {seen ? <LookedQueriesPanel look={seen} /> : null}
      <div className="grid min-w-0 items-start gap-4 xl:grid-cols-2">
        <Panel title="Targets" description="One target, or two to compare.">
          <TargetFields form={plan} cluster={cluster} />
        </Panel>
        <Panel title="Options">
          <PaceFields form={plan} />
        </Panel>
      </div>
      {asked && seen ? (
        <StartReplay cluster={cluster} asked={asked} look={seen.data} plan={plan} />
      ) : (
        <p className="text-ink-3 text-sm">Find queries first. Only queries that you have seen are run.</p>
      )}
    </div>
  )
}

const spanOptions: { value: Span; label: string }[] = [
  ...Object.entries(spans).map(([value, label]) => ({ value: value as Span, label })),
  { value: 'between', label: 'Between two times' },
]

/** Which queries of the log. */
function FilterFields({ form }: { form: FilterFieldsOf }) {
  const admin = useRoleAllows('admin')
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <SelectField {...form.field('span')} label="Ran in" options={spanOptions} />
        {form.draft.span === 'between' ? (
          <>
            <TextField {...form.field('since')} label="From" type="datetime-local" />
            <TextField {...form.field('until')} label="Until" type="datetime-local" />
          </>
        ) : null}
        <TextField {...form.field('users')} optional label="Users" hint="Names, separated by commas." />
        <TextField {...form.field('contains')} optional mono label="Text contains" />
        <TextField
          {...form.field('table')}
          optional
          mono
          label="Table"
          hint="A table that the query reads, as database.table."
        />
        <NumberField
          {...form.field('formHash')}
          optional
          mono
          label="Form"
          hint="Its normalized_query_hash."
        />
        <NumberField {...form.field('minMs')} optional label="Min duration, ms" />
        <NumberField {...form.field('limit')} label="Max sample size" />
        <NumberField
          {...form.field('seed')}
          label="Seed"
          hint="The same seed gives the same sample and order."
        />
      </div>
      {admin ? (
        <div className="flex flex-col gap-2">
          <CheckboxField
            {...form.field('allowOutside')}
            label="Include queries that read from outside the cluster"
            hint="s3(), url(), remote() and others. They access other systems."
          />
          <CheckboxField
            {...form.field('keepSettings')}
            label="Include queries with a SETTINGS clause"
            hint="It overrides the limits below. Writes stay forbidden: readonly is 2 instead of 1."
          />
        </div>
      ) : null}
    </div>
  )
}
