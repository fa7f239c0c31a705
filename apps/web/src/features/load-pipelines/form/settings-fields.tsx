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
        label="When it loads"
        value={draft.trigger}
        onValueChange={(trigger) => change({ trigger })}
        options={[
          { value: 'continuous', label: 'Continuously', description: 'At every look at the bucket.' },
          {
            value: 'schedule',
            label: 'On a schedule',
            description: 'At due times; one that no worker saw in time is made up for once.',
          },
          { value: 'manual', label: 'By hand', description: 'When a person says so.' },
        ]}
      />
      {draft.trigger === 'continuous' ? (
        <Field
          label="Seconds between two looks"
          hint="Each look lists the whole pattern: one request for a thousand objects."
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
        label="When an object was overwritten"
        value={draft.newVersions}
        onValueChange={(newVersions) => change({ newVersions })}
        options={[
          {
            value: 'ignore',
            label: 'Leave the new version out',
            description: 'It is listed on the page of the pipeline.',
          },
          {
            value: 'load',
            label: 'Load the new version too',
            description: 'The rows of the old version stay in the table.',
          },
        ]}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Most objects of one load"
          hint="The oldest first; the rest waits for the next."
          error={faults.mostObjects}
        >
          <Input
            inputMode="numeric"
            value={draft.mostObjects}
            onValueChange={(mostObjects) => change({ mostObjects })}
          />
        </Field>
        <Field label="Most GiB of one load" optional hint="Empty: no limit." error={faults.mostGib}>
          <Input inputMode="decimal" value={draft.mostGib} onValueChange={(mostGib) => change({ mostGib })} />
        </Field>
      </div>
    </div>
  )
}
