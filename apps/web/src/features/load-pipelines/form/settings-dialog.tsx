'use client'
import { NumberField, RadioGroup, TextField } from '@frostline/ui'
import type { ReactElement, ReactNode } from 'react'
import { CronFields } from '@/features/schedules/cron-fields.tsx'
import { NextDueTimes } from '@/features/schedules/next-due-times.tsx'
import { FormDialog } from '@/form/form-frame.tsx'
import type { UpdatePipelineInput } from '../pipeline.ts'
import { type SettingsDraft, settingsForm } from './settings-draft.ts'

interface SettingsDialogProps {
  title: string
  description: string
  trigger: ReactElement
  initial: () => SettingsDraft
  submit: string
  /** Completes "Could not …". */
  task: string
  save: (settings: Omit<UpdatePipelineInput, 'id'>) => Promise<unknown>
  /** Shown after the trigger. */
  children?: ReactNode
}

/** Name, trigger, rule and limits: everything that can be edited later. */
export function SettingsDialog({ children, ...dialog }: SettingsDialogProps) {
  return (
    <FormDialog {...dialog} schema={settingsForm}>
      {(form) => (
        <>
          <TextField {...form.field('name')} label="Name" maxLength={100} />
          <RadioGroup
            {...form.field('trigger')}
            label="Trigger"
            options={[
              { value: 'continuous', label: 'Continuously', description: 'At each listing of the bucket.' },
              {
                value: 'schedule',
                label: 'On a schedule',
                description: 'At due times. A run that was missed is caught up once.',
              },
              { value: 'manual', label: 'Manual', description: 'Only when a user starts it.' },
            ]}
          />
          {form.draft.trigger === 'continuous' ? (
            <NumberField
              {...form.field('pollSeconds')}
              label="Listing interval, seconds"
              hint="Each listing reads the whole pattern, with one request per 1,000 objects."
            />
          ) : null}
          {form.draft.trigger === 'schedule' ? (
            <>
              <CronFields form={form} zoneHint="For the cron expression." />
              <NextDueTimes cron={form.draft.cron} timeZone={form.draft.timeZone} />
            </>
          ) : null}
          {children}
          <RadioGroup
            {...form.field('newVersions')}
            label="Overwritten objects"
            options={[
              {
                value: 'ignore',
                label: 'Skip the new version',
                description: 'It is listed on the pipeline page.',
              },
              {
                value: 'load',
                label: 'Also load the new version',
                description: 'Rows of the old version stay in the table.',
              },
            ]}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <NumberField
              {...form.field('maxObjects')}
              label="Max objects per load"
              hint="Oldest first. The rest waits for the next load."
            />
            <NumberField
              {...form.field('maxGib')}
              decimal
              optional
              label="Max GiB per load"
              hint="Leave empty for no limit."
            />
          </div>
        </>
      )}
    </FormDialog>
  )
}
