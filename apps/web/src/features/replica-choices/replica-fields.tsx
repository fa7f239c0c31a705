import { Field, Input, Select } from '@frostline/ui'
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

interface Props {
  draft: ReplicaDraft
  waitFault: string | undefined
  onChange: (change: Partial<ReplicaDraft>) => void
}

/** What becomes of replicas that are away, read-only or behind. */
export function ReplicaFields({ draft, waitFault, onChange }: Props) {
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 font-medium text-sm">Replicated tables</legend>
      <p className="text-ink-3 text-xs">
        Replicas of a shard move one after the other, so one of them is always undisturbed.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="A replica has not fetched parts yet" hint="At planning, or when its steps end.">
          <Select
            value={draft.behind}
            options={behindChoices}
            onValueChange={(behind) => onChange({ behind })}
          />
        </Field>
        <Field label="A replica is read-only" hint="It cannot report what it has not fetched.">
          <Select
            value={draft.readOnly}
            options={readOnlyChoices}
            onValueChange={(readOnly) => onChange({ readOnly })}
          />
        </Field>
        <Field label="A replica does not respond" hint="At planning.">
          <Select value={draft.away} options={awayChoices} onValueChange={(away) => onChange({ away })} />
        </Field>
        {mayWait(draft) ? (
          <Field
            label="Wait for a replica, minutes"
            optional
            hint="After that, its step ends with the reason. Leave empty for no limit."
            error={waitFault}
          >
            <Input
              inputMode="decimal"
              value={draft.waitMinutes}
              onValueChange={(waitMinutes) => onChange({ waitMinutes })}
            />
          </Field>
        ) : null}
      </div>
    </fieldset>
  )
}
