'use client'
import type { ArchiveStorageClass, MissedRunRule } from '@frostline/domain'
import { Button, NumberField, SelectField, showToast, TextField } from '@frostline/ui'
import { CalendarClock } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { z } from 'zod'
import { CronFields } from '@/features/schedules/cron-fields.tsx'
import { MissedRunsField } from '@/features/schedules/missed-runs-field.tsx'
import { NextDueTimes } from '@/features/schedules/next-due-times.tsx'
import { viewerZone } from '@/features/schedules/zoned-time.ts'
import { type DraftSpan, judgeSpans, readSpans } from '@/features/time-window/draft-span.ts'
import { WindowFields } from '@/features/time-window/window-fields.tsx'
import { budgetBytesOf, budgetUnits } from '@/form/budget.ts'
import { choice, cronText, fault, requiredText, timeZoneName } from '@/form/field-schemas.ts'
import { FormDialog } from '@/form/form-frame.tsx'
import { nested } from '@/form/use-form.ts'
import { routes } from '@/navigation/routes.ts'
import type { ArchiveInput } from '../archive.ts'
import { classOptions, type Grace, graces } from '../form/archive-draft.ts'
import { type Keep, keeps, retentionOfKeep } from '../retention/retention-draft.ts'
import { useArchiveScheduleActions } from './use-archive-schedules.ts'

const scheduleForm = z
  .object({
    name: requiredText('Enter a name.'),
    grace: choice<Grace>(),
    keep: choice<Keep>(),
    storageClass: choice<ArchiveStorageClass>(),
    ...{ budget: z.string(), budgetUnit: choice<(typeof budgetUnits)[number]>() },
    ...{ cron: cronText, timeZone: timeZoneName, spans: choice<DraftSpan[]>() },
    missedRuns: choice<MissedRunRule>(),
  })
  .superRefine((draft, context) => {
    judgeSpans(draft, context)
    if (budgetBytesOf(draft) === undefined)
      fault(context, ['budget'], 'Enter an amount above zero, or leave empty for no limit.')
  })
  .transform(({ budget, budgetUnit, spans, grace, keep, ...rest }) => ({
    ...rest,
    graceHours: Number(grace),
    retention: retentionOfKeep(keep),
    budgetBytes: budgetBytesOf({ budget, budgetUnit })?.toString() ?? null,
    windowSpans: readSpans(spans),
  }))

/** Archives of what the form says, again and again. */
export function ScheduleDialog({ input }: { input: ArchiveInput | null }) {
  const router = useRouter()
  const { create } = useArchiveScheduleActions()
  const days = input?.choice.kind === 'older-than' ? input.choice.days : null
  return (
    <FormDialog
      title="Schedule archives"
      description={`Partitions of ${input?.database}.${input?.table} older than ${days} days. Each archive needs its approval before anything leaves the table.`}
      size="lg"
      trigger={
        <Button
          icon={<CalendarClock aria-hidden />}
          disabled={input === null || days === null || days < 1}
          title={days === null ? 'Only partitions older than a number of days can be scheduled.' : undefined}
        >
          Schedule
        </Button>
      }
      schema={scheduleForm}
      initial={() => ({
        ...{ name: '', grace: '168' as const, keep: 'for-ever' as const },
        storageClass: 'STANDARD' as const,
        ...{ budget: '', budgetUnit: 'GiB' as const },
        ...{ cron: '0 3 * * 0', timeZone: viewerZone(), spans: [], missedRuns: 'catch_up' as const },
      })}
      shownLate={['name']}
      submit="Create schedule"
      save={async (timing) => {
        if (input === null || days === null) return
        const { choice: _, ...place } = input
        await create.mutateAsync({ ...place, ...timing, olderThanDays: days })
        showToast({ tone: 'success', title: `Created ${timing.name}` })
        router.push(routes.archives(input.cluster))
      }}
    >
      {(form) => (
        <>
          <TextField {...form.field('name')} label="Name" hint="For example “old trips”." maxLength={100} />
          <div className="grid gap-4 sm:grid-cols-2">
            <div className="grid grid-cols-[minmax(0,1fr)_7rem] gap-2">
              <NumberField
                {...form.field('budget')}
                decimal
                optional
                label="Budget of one run"
                hint="The oldest partitions first. The rest waits for the next run."
              />
              <SelectField {...form.field('budgetUnit')} label="Unit" options={budgetUnits} />
            </div>
            <SelectField {...form.field('grace')} label="Grace time before the drop" options={graces} />
            <SelectField {...form.field('storageClass')} label="Storage class" options={classOptions} />
            <SelectField
              {...form.field('keep')}
              label="Delete the files"
              hint="Counted from the drop of each archive. Its page says the date."
              options={keeps}
            />
          </div>
          <CronFields form={form} zoneHint="For the cron expression and the hours." />
          <NextDueTimes
            cron={form.draft.cron}
            timeZone={form.draft.timeZone}
            windowSpans={Object.keys(nested(form, 'spans').faults).length === 0 ? form.draft.spans : []}
          />
          <WindowFields
            form={form}
            legend="Hours"
            hint="Archives start within these hours. Without hours they start at the due time. One that has started goes on."
          />
          <MissedRunsField withWindow {...form.field('missedRuns')} />
        </>
      )}
    </FormDialog>
  )
}
