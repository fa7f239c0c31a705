import { Field, Input, Select } from '@frostline/ui'
import { mayWait, type ReplicaDraft } from './replica-draft.ts'

const behindChoices = [
  { value: 'wait', label: 'Wait, and move them too' },
  { value: 'leave', label: 'End without them, and say so' },
  { value: 'refuse', label: 'Make no plan' },
] as const

const readOnlyChoices = [
  { value: 'wait', label: 'Move, then wait for it' },
  { value: 'leave', label: 'Leave it as it is' },
  { value: 'refuse', label: 'Make no plan' },
] as const

const awayChoices = [
  { value: 'refuse', label: 'Make no plan' },
  { value: 'wait', label: 'Wait for it' },
  { value: 'leave', label: 'Leave it as it is' },
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
        Replicas of a shard move one after the other, so that one of them is always left alone.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="A replica has not fetched parts yet" hint="While it is planned, or when its steps end.">
          <Select
            value={draft.behind}
            options={behindChoices}
            onValueChange={(behind) => onChange({ behind })}
          />
        </Field>
        <Field label="A replica is read-only" hint="It cannot say what it has not fetched.">
          <Select
            value={draft.readOnly}
            options={readOnlyChoices}
            onValueChange={(readOnly) => onChange({ readOnly })}
          />
        </Field>
        <Field label="A replica cannot be asked" hint="When the plan is made.">
          <Select value={draft.away} options={awayChoices} onValueChange={(away) => onChange({ away })} />
        </Field>
        {mayWait(draft) ? (
          <Field
            label="Wait for a replica, minutes"
            optional
            hint="Then its step ends, and says why. Empty: no limit."
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
