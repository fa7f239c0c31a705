import { NumberField, SelectField } from '@frostline/ui'
import type { Fields } from '@/form/use-form.ts'
import { mayWait, type ReplicaDraft } from './replica-draft.ts'

const behindChoices = [
  { value: 'wait', label: 'Wait, then move them too' },
  { value: 'leave', label: 'End without them and report it' },
  { value: 'refuse', label: 'Refuse the plan' },
] as const

const readOnlyChoices = [
  { value: 'wait', label: 'Move, then wait for it' },
  { value: 'leave', label: 'Skip it' },
  { value: 'refuse', label: 'Refuse the plan' },
] as const

const awayChoices = [
  { value: 'refuse', label: 'Refuse the plan' },
  { value: 'wait', label: 'Wait for it' },
  { value: 'leave', label: 'Skip it' },
] as const

/** How to treat replicas that are unreachable, read-only or behind. */
export function ReplicaFields({ form }: { form: Fields<ReplicaDraft> }) {
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 font-medium text-sm">Replicated tables</legend>
      <p className="text-ink-3 text-xs">
        Replicas of a shard move one after the other, so one of them is always undisturbed.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          {...form.field('behind')}
          label="A replica has not fetched parts yet"
          hint="At planning, or when its steps end."
          options={behindChoices}
        />
        <SelectField
          {...form.field('readOnly')}
          label="A replica is read-only"
          hint="It cannot report what it has not fetched."
          options={readOnlyChoices}
        />
        <SelectField
          {...form.field('away')}
          label="A replica does not respond"
          hint="At planning."
          options={awayChoices}
        />
        {mayWait(form.draft) ? (
          <NumberField
            {...form.field('waitMinutes')}
            decimal
            optional
            label="Wait for a replica, minutes"
            hint="After that, its step ends with the reason. Leave empty for no limit."
          />
        ) : null}
      </div>
    </fieldset>
  )
}
