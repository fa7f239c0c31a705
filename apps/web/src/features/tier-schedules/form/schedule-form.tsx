'use client'
import { Button, buttonClasses, ErrorState, Field, Input, Panel } from '@frostline/ui'
import Link from 'next/link'
import type { FormEvent } from 'react'
import { focusFirstFault } from '@/features/account/focus-first-fault.ts'
import { ReplicaFields } from '@/features/replica-choices/replica-fields.tsx'
import { routes } from '@/navigation/routes.ts'
import { reportError } from '@/trpc/report-error.ts'
import { DryRunPanel } from '../components/dry-run-panel.tsx'
import { useScheduleForm } from '../hooks/use-schedule-form.ts'
import type { Schedule } from '../schedule.ts'
import { ScopeFields } from './scope-fields.tsx'
import { TimingFields } from './timing-fields.tsx'

interface ScheduleFormProps {
  cluster: string
  /** Null for a new one. */
  schedule: Schedule | null
  onSaved: (saved: { id: string; name: string }) => void
}

/** What and when on the left, what the next run would do on the right, both from what is typed now. */
export function ScheduleForm({ cluster, schedule, onSaved }: ScheduleFormProps) {
  const form = useScheduleForm(cluster, schedule, onSaved)
  const { draft, change, faults } = form
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    form.save()
    focusFirstFault(event.currentTarget)
  }
  const back = schedule ? routes.schedule(cluster, schedule.id) : routes.schedules(cluster)
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <form
        method="post"
        noValidate
        aria-label={schedule ? `Edit ${schedule.name}` : 'New schedule'}
        onSubmit={submit}
        className="flex min-w-0 flex-col gap-4"
      >
        <Panel title="Name">
          <Field label="Name" hint="For example “nightly to cold”." error={faults.name}>
            <Input
              autoComplete="off"
              maxLength={100}
              value={draft.name}
              onValueChange={(name) => change({ name })}
            />
          </Field>
        </Panel>
        <ScopeFields form={form} cluster={cluster} />
        <TimingFields form={form} />
        <Panel title="Replicas">
          <ReplicaFields
            draft={draft.replicas}
            waitFault={faults.wait}
            onChange={(patch) => change({ replicas: { ...draft.replicas, ...patch } })}
          />
        </Panel>
        {form.saveError ? (
          <ErrorState
            error={reportError(form.saveError, 'save the schedule')}
            className="rounded-md bg-danger-soft"
          />
        ) : null}
        <div className="flex flex-wrap justify-end gap-2">
          <Link href={back} className={buttonClasses('ghost')}>
            Cancel
          </Link>
          <Button type="submit" variant="primary" busy={form.saving}>
            {schedule ? 'Save changes' : 'Create schedule'}
          </Button>
        </div>
      </form>
      <DryRunPanel request={form.dryRun} />
    </div>
  )
}
