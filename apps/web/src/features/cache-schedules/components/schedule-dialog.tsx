'use client'
import type { CacheTask, MissedRunRule } from '@frostline/domain'
import { showToast, TextField } from '@frostline/ui'
import type { ReactElement, ReactNode } from 'react'
import { z } from 'zod'
import { CronFields } from '@/features/schedules/cron-fields.tsx'
import { MissedRunsField } from '@/features/schedules/missed-runs-field.tsx'
import { NextDueTimes } from '@/features/schedules/next-due-times.tsx'
import { viewerZone } from '@/features/schedules/zoned-time.ts'
import { choice, cronText, requiredText, timeZoneName } from '@/form/field-schemas.ts'
import { FormDialog } from '@/form/form-frame.tsx'
import { type CacheSchedule, describeTask } from '../cache-schedule.ts'
import { useCacheScheduleActions } from '../hooks/use-cache-schedules.ts'

interface ScheduleDialogProps {
  cluster: string
  /** What it does; null while incomplete. */
  task: CacheTask | null
  /** The schedule to edit. Without it a new one is created. */
  schedule?: CacheSchedule
  /** Fields of the task. */
  children?: ReactNode
  trigger: ReactElement
}

const scheduleForm = z.object({
  name: requiredText('Enter a name.'),
  ...{ cron: cronText, timeZone: timeZoneName, missedRuns: choice<MissedRunRule>() },
})

/** Schedule of a warm-up or a drop: name, cron, zone, missed runs. */
export function ScheduleDialog({ cluster, task, schedule, children, trigger }: ScheduleDialogProps) {
  const { create, update } = useCacheScheduleActions()
  return (
    <FormDialog
      title={schedule ? `Change ${schedule.name}` : 'Create schedule'}
      description={
        task ? `${describeTask(task)}. Runs as you, with your role, at each due time.` : 'Choose an action.'
      }
      size="lg"
      trigger={trigger}
      schema={scheduleForm}
      initial={() => {
        const {
          name = '',
          cron = '0 6 * * 1-5',
          timeZone = viewerZone(),
          missedRuns = 'skip',
        } = schedule ?? {}
        return { name, cron, timeZone, missedRuns }
      }}
      shownLate={['name']}
      submit={schedule ? 'Save changes' : 'Create schedule'}
      disabled={task === null}
      save={async (timing) => {
        if (schedule) await update.mutateAsync({ id: schedule.id, ...timing })
        else if (task) await create.mutateAsync({ cluster, task, ...timing })
        showToast({ tone: 'success', title: `${schedule ? 'Saved' : 'Created'} ${timing.name}` })
      }}
    >
      {(form) => (
        <>
          {children}
          <TextField
            {...form.field('name')}
            label="Name"
            hint="For example “every morning”."
            maxLength={100}
          />
          <CronFields form={form} zoneHint="For the cron expression." />
          <NextDueTimes cron={form.draft.cron} timeZone={form.draft.timeZone} />
          <MissedRunsField {...form.field('missedRuns')} />
        </>
      )}
    </FormDialog>
  )
}
