'use client'
import { NumberField, Panel, SelectField, showToast, TextField } from '@frostline/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useDeferredValue } from 'react'
import { NeedsRole } from '@/auth/needs-role.tsx'
import { ReplicaFields } from '@/features/replica-choices/replica-fields.tsx'
import { CronFields } from '@/features/schedules/cron-fields.tsx'
import { MissedRunsField } from '@/features/schedules/missed-runs-field.tsx'
import { NextDueTimes } from '@/features/schedules/next-due-times.tsx'
import { viewerZone } from '@/features/schedules/zoned-time.ts'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { WindowFields } from '@/features/time-window/window-fields.tsx'
import { budgetUnits } from '@/form/budget.ts'
import { FormEnd, FormFrame } from '@/form/form-frame.tsx'
import { type Fields, nested, readForm, useForm } from '@/form/use-form.ts'
import { routes } from '@/navigation/routes.ts'
import { useVisit } from '@/navigation/use-visit.ts'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { WithoutData } from '@/trpc/without-data.tsx'
import { DryRunPanel } from '../components/dry-run-panel.tsx'
import { useMovableTables } from '../hooks/use-movable-tables.ts'
import type { DryRunRequest, Schedule } from '../schedule.ts'
import { draftOf, type ScheduleDraft, scheduleForm } from '../schedule-draft.ts'
import { TableChoice } from './table-choice.tsx'

export function NewSchedulePage({ cluster }: { cluster: string }) {
  const visit = useVisit()
  const saved = useSaved(cluster, 'was created')
  return (
    <NeedsRole needed="operator" title="New schedule" task="Making schedules">
      <PageHeader
        title="New schedule"
        description="Nothing is moved before the first due time. Each run is planned at its due time."
      />
      <ScheduleForm key={visit} cluster={cluster} schedule={null} onSaved={saved} />
    </NeedsRole>
  )
}

export function EditSchedulePage({ cluster, id }: { cluster: string; id: string }) {
  return (
    <NeedsRole needed="operator" title="Edit schedule" task="Changing schedules">
      <EditSchedule cluster={cluster} id={id} />
    </NeedsRole>
  )
}

function EditSchedule({ cluster, id }: { cluster: string; id: string }) {
  const trpc = useTRPC()
  const visit = useVisit()
  const query = useQuery(trpc.tierSchedules.get.queryOptions({ id }))
  const saved = useSaved(cluster, 'was changed')
  return (
    <>
      <PageHeader
        crumb={query.data && { id, name: query.data.name }}
        title={query.data ? `Edit ${query.data.name}` : 'Edit schedule'}
        description="Changes apply to later runs. A run that is already planned does not change. The owner does not change."
      />
      {query.data ? (
        <ScheduleForm
          // A change by someone else resets the form instead of being overwritten unseen.
          key={`${visit} ${query.data.updatedAt.getTime()}`}
          cluster={cluster}
          schedule={query.data}
          onSaved={saved}
        />
      ) : (
        <WithoutData query={query} task="read the schedule" rows={10} />
      )}
    </>
  )
}

function useSaved(cluster: string, what: string) {
  const router = useRouter()
  return ({ id, name }: { id: string; name: string }) => {
    showToast({ tone: 'success', title: `${name} ${what}` })
    router.push(routes.schedule(cluster, id))
  }
}

interface ScheduleFormProps {
  cluster: string
  /** Null for a new one. */
  schedule: Schedule | null
  onSaved: (saved: { id: string; name: string }) => void
}

/** What and when on the left, the preview of the next run on the right, both live. */
function ScheduleForm({ cluster, schedule, onSaved }: ScheduleFormProps) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const form = useForm(scheduleForm, () => draftOf(schedule, viewerZone()), {
    shownLate: ['name', 'tables', 'targetVolume'],
  })
  const handlers = {
    onSuccess: async ({ id }: { id: string }) => {
      await queryClient.invalidateQueries({ queryKey: trpc.tierSchedules.pathKey() })
      onSaved({ id, name: form.draft.name.trim() })
    },
  }
  const create = useMutation(trpc.tierSchedules.create.mutationOptions(handlers))
  const update = useMutation(trpc.tierSchedules.update.mutationOptions(handlers))
  const saving = schedule ? update : create
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <FormFrame
        form={form}
        label={schedule ? `Edit ${schedule.name}` : 'New schedule'}
        onSubmit={(definition) =>
          schedule
            ? update.mutate({ ...definition, id: schedule.id })
            : create.mutate({ ...definition, cluster })
        }
      >
        <Panel title="Name">
          <TextField
            {...form.field('name')}
            label="Name"
            hint="For example “nightly to cold”."
            maxLength={100}
          />
        </Panel>
        <ScopeFields form={form} cluster={cluster} />
        <TimingFields form={form} />
        <Panel title="Replicas">
          <ReplicaFields form={nested(form, 'replicas')} />
        </Panel>
        <FormEnd
          submit={schedule ? 'Save changes' : 'Create schedule'}
          busy={saving.isPending}
          cancel={schedule ? routes.schedule(cluster, schedule.id) : routes.schedules(cluster)}
          error={saving.error}
          task="save the schedule"
        />
      </FormFrame>
      <DryRunPanel request={useDryRun(cluster, form.draft)} />
    </div>
  )
}

/** Null until scope and timing are complete; the name is not needed. Debounced while typing. */
function useDryRun(cluster: string, draft: ScheduleDraft): DryRunRequest | null {
  const { value } = readForm(scheduleForm, { ...draft, name: '-' })
  const { name: _, missedRuns: __, ...definition } = value ?? { name: '', missedRuns: '' }
  const print = useDeferredValue(value ? JSON.stringify({ ...definition, cluster }) : '')
  return print === '' ? null : (JSON.parse(print) as DryRunRequest)
}

/** What is moved: tables, age, volume, budget. */
function ScopeFields({ form, cluster }: { form: Fields<ScheduleDraft>; cluster: string }) {
  const { tables, targetVolume } = form.draft
  const { query, movable, fixedCount, sharedVolumes } = useMovableTables(cluster)
  const volumes = sharedVolumes(tables)
  return (
    <Panel
      title="What to move"
      minHeightPx={320}
      {...panelFromQuery(query, { task: 'read the tables and their policies' })}
    >
      <div className="flex flex-col gap-4">
        <TableChoice
          movable={movable}
          fixedCount={fixedCount}
          chosen={tables}
          error={form.faults.tables}
          onChange={(chosen) => {
            const shared = sharedVolumes(chosen)
            const kept = shared.includes(targetVolume) ? targetVolume : (shared.at(-1) ?? '')
            form.change({ tables: chosen, targetVolume: kept })
          }}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberField
            {...form.field('olderThanDays')}
            label="Older than, days"
            hint="Partitions whose newest row is older than this at the due time."
          />
          <SelectField
            {...form.field('targetVolume')}
            label="To volume"
            hint={
              tables.length > 1
                ? 'Volumes that the policies of all selected tables have.'
                : "A volume of the table's policy."
            }
            options={volumes}
            placeholder={tables.length === 0 ? 'Choose tables first' : 'Choose…'}
            disabled={volumes.length === 0}
          />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)_7rem] gap-2">
          <NumberField
            {...form.field('budget')}
            decimal
            optional
            label="Budget of one run"
            hint="Max bytes over all tables and nodes. Oldest partitions first. The rest waits for the next run. Leave empty for no limit."
          />
          <SelectField {...form.field('budgetUnit')} label="Unit" options={budgetUnits} />
        </div>
      </div>
    </Panel>
  )
}

/** When it is moved: cron description, the next five runs, the window, and missed runs. */
function TimingFields({ form }: { form: Fields<ScheduleDraft> }) {
  const { cron, timeZone, spans } = form.draft
  const isWindow = Object.keys(nested(form, 'spans').faults).length === 0
  return (
    <Panel title="When">
      <div className="flex flex-col gap-5">
        <CronFields form={form} zoneHint="For the cron expression and the window." />
        <NextDueTimes cron={cron} timeZone={timeZone} windowSpans={isWindow ? spans : []} />
        <WindowFields form={form} />
        <MissedRunsField withWindow {...form.field('missedRuns')} />
      </div>
    </Panel>
  )
}
