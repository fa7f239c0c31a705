'use client'
import { Button, ErrorState, Panel } from '@frostline/ui'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { readForm, useForm } from '@/form/use-form.ts'
import { reportError } from '@/trpc/report-error.ts'
import { FilterFields } from './filter-fields.tsx'
import { LookedQueriesPanel } from './looked-queries-panel.tsx'
import { emptyFilter, emptyPlan, filterForm, movesDatabase, planForm } from './replay-draft.ts'
import { StartReplay } from './start-replay.tsx'
import { PaceFields, TargetFields } from './target-fields.tsx'
import { type LookQuestion, useReplayLook } from './use-replay-look.ts'

/** Which queries, and a look at them; then where and how; then the start of exactly those that were seen. */
export function ReplayForm({ cluster, hash }: { cluster: string; hash: string }) {
  const [asked, setAsked] = useState<LookQuestion | null>(null)
  const look = useReplayLook(asked)
  const filter = useForm(filterForm, () => ({ ...emptyFilter, formHash: hash }))
  const plan = useForm(planForm, () => emptyPlan(cluster), {
    known: () => ({ queries: look.data?.data.runnable ?? 0 }),
  })
  /** Another database among the targets changes which queries can be run. */
  const outdated = asked !== null && asked.movesDatabase !== movesDatabase(plan.draft)
  const lookNow = () => {
    filter.showFaults()
    // The span ends now, not when the form was last drawn.
    const { value } = readForm(filterForm, filter.draft)
    if (value) setAsked({ cluster, ...value, movesDatabase: movesDatabase(plan.draft) })
  }
  const seen = outdated ? undefined : look.data
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Panel title="Queries" description="Successful SELECT queries by users, from the log of this cluster.">
        {/* What is changed here is looked for anew: nobody starts what they have not seen. */}
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
          {outdated ? 'Look again' : 'Find queries'}
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
        <Panel title="Where" description="One target, or two to compare.">
          <TargetFields form={plan} cluster={cluster} />
        </Panel>
        <Panel title="How">
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
