'use client'
import type { TierMigrationLimits } from '@frostline/domain'
import { Button, NumberField, SelectField, TextField } from '@frostline/ui'
import { SlidersHorizontal } from 'lucide-react'
import type { z } from 'zod'
import { ReplicaFields } from '@/features/replica-choices/replica-fields.tsx'
import { WindowFields } from '@/features/time-window/window-fields.tsx'
import { FormDialog } from '@/form/form-frame.tsx'
import { type Fields, nested } from '@/form/use-form.ts'
import { draftOf, paceForm } from './pace-draft.ts'

interface Props {
  limits: TierMigrationLimits
  description: string
  /** A rejection leaves the dialog open. */
  onSave: (limits: TierMigrationLimits) => Promise<unknown>
}

/** Shows and edits the limits of a migration. */
export function PaceDialog({ limits, description, onSave }: Props) {
  return (
    <FormDialog
      title="Pace"
      description={description}
      trigger={<Button icon={<SlidersHorizontal aria-hidden />}>Change rate limit</Button>}
      schema={paceForm}
      initial={() => draftOf(limits, new Intl.DateTimeFormat().resolvedOptions().timeZone)}
      submit="Apply"
      save={onSave}
    >
      {(form) => <PaceFields form={form} />}
    </FormDialog>
  )
}

const counts = ['1', '2', '3', '4', '5', '6', '7', '8']

function PaceFields({ form }: { form: Fields<z.input<typeof paceForm>> }) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          {...form.field('concurrency')}
          label="Concurrent statements per replica"
          hint="More is faster, with more load on disks and network."
          options={counts}
        />
        <NumberField
          {...form.field('mebibytesPerSecond')}
          decimal
          optional
          label="Bandwidth per replica, MiB/s"
          hint="To and from the target. Leave empty for no limit."
        />
      </div>
      <WindowFields form={form} />
      {form.draft.spans.length > 0 ? (
        <TextField
          {...form.field('timeZone')}
          label="Time zone of the window"
          hint="A statement that is running at the end of the window is allowed to finish."
        />
      ) : null}
      <ReplicaFields form={nested(form, 'replicas')} />
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-2 font-medium text-sm">Yield to other workloads</legend>
        <p className="text-ink-3 text-xs">
          Each node is checked every two seconds. While a limit is exceeded, nothing new is sent. Afterwards
          the migration continues at half the rate and speeds up again.
        </p>
        <div className="grid gap-4 sm:grid-cols-3">
          <NumberField
            {...form.field('foregroundP95Ms')}
            optional
            label="p95 of queries, ms"
            hint="Other SELECT queries, last 10 s."
          />
          <NumberField
            {...form.field('mergePoolPercent')}
            optional
            label="Busy merges, %"
            hint="Of the merge threads."
          />
          <NumberField
            {...form.field('storeErrorPercent')}
            decimal
            optional
            label="Store errors, %"
            hint="Of requests since the last check."
          />
        </div>
      </fieldset>
    </>
  )
}
