'use client'
import { Field, Input, RadioGroup } from '@frostline/ui'
import type { ReactNode } from 'react'
import { CronFields } from '@/features/cron/cron-fields.tsx'
import { NextDueTimes } from '@/features/cron/next-due-times.tsx'
import type { SettingsDraft, SettingsFaults } from './settings-draft.ts'

interface SettingsFieldsProps {
  draft: SettingsDraft
  faults: SettingsFaults
  change: (patch: Partial<SettingsDraft>) => void
  /** Shown after the trigger. */
  children?: ReactNode
}

/** Name, trigger, rule and limits: what may change later too. */
export function SettingsFields({ draft, faults, change, children }: SettingsFieldsProps) {
  return (
    <div className="flex flex-col gap-5">
      <Field label="Name" error={faults.name}>
        <Input
          autoComplete="off"
          maxLength={100}
          value={draft.name}
          onValueChange={(name) => change({ name })}
        />
      </Field>
      <RadioGroup
        label="Trigger"
        value={draft.trigger}
        onValueChange={(trigger) => change({ trigger })}
        options={[
          { value: 'continuous', label: 'Continuously', description: 'At each listing of the bucket.' },
          {
            value: 'schedule',
            label: 'On a schedule',
            description: 'At due times. A run that was missed is caught up once.',
          },
          { value: 'manual', label: 'By hand', description: 'Only when a user starts it.' },
        ]}
      />
      {draft.trigger === 'continuous' ? (
        <Field
          label="Listing interval, seconds"
          hint="Each listing reads the whole pattern, with one request per 1,000 objects."
          error={faults.pollSeconds}
        >
          <Input
            inputMode="numeric"
            value={draft.pollSeconds}
            onValueChange={(pollSeconds) => change({ pollSeconds })}
          />
        </Field>
      ) : null}
      {draft.trigger === 'schedule' ? (
        <>
          <CronFields
            cron={draft.cron}
            timeZone={draft.timeZone}
            faults={faults}
            zoneHint="Of the cron expression."
            onChange={change}
          />
          <NextDueTimes cron={draft.cron} timeZone={draft.timeZone} />
        </>
      ) : null}
      {children}
      <RadioGroup
        label="Overwritten objects"
        value={draft.newVersions}
        onValueChange={(newVersions) => change({ newVersions })}
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
        <Field
          label="Max objects per load"
          hint="Oldest first. The rest waits for the next load."
          error={faults.maxObjects}
        >
          <Input
            inputMode="numeric"
            value={draft.maxObjects}
            onValueChange={(maxObjects) => change({ maxObjects })}
          />
        </Field>
        <Field label="Max GiB per load" optional hint="Leave empty for no limit." error={faults.maxGib}>
          <Input inputMode="decimal" value={draft.maxGib} onValueChange={(maxGib) => change({ maxGib })} />
        </Field>
      </div>
    </div>
  )
}
