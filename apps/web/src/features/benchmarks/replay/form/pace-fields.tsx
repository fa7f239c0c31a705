'use client'
import { Field, Input, RadioGroup } from '@frostline/ui'
import type { ReplayDraft } from './replay-draft.ts'
import type { ReplayFieldsProps } from './replay-form.tsx'

type NumberField =
  | 'concurrency'
  | 'rounds'
  | 'maxSeconds'
  | 'maxMemoryMib'
  | 'threads'
  | 'maxMinutes'
  | 'mostFailedPercent'

const numbers: readonly { field: NumberField; label: string; hint?: string; optional?: boolean }[] = [
  { field: 'concurrency', label: 'Queries at a time' },
  { field: 'rounds', label: 'Rounds', hint: 'Passes over all queries, on each target.' },
  { field: 'maxSeconds', label: 'Longest query, seconds' },
  { field: 'maxMemoryMib', label: 'Memory of a query, MiB' },
  { field: 'threads', label: 'Threads', optional: true, hint: 'Empty: as the server does.' },
  { field: 'maxMinutes', label: 'Longest pass, minutes', hint: 'Then all of it ends.' },
  { field: 'mostFailedPercent', label: 'Failures that end it, %', hint: 'Of those that ended, from 20 on.' },
]

/** How fast, in which order, and what ends it. */
export function PaceFields({ draft, change, faults }: ReplayFieldsProps) {
  return (
    <div className="flex flex-col gap-4">
      <RadioGroup<ReplayDraft['order']>
        label="Order"
        value={draft.order}
        onValueChange={(order) => change({ order })}
        options={[
          { value: 'as-logged', label: 'As they were logged' },
          {
            value: 'shuffled',
            label: 'Shuffled',
            description: 'By the seed, anew in each round; the same on both.',
          },
        ]}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {numbers.map(({ field, label, hint, optional }) => (
          <Field key={field} label={label} hint={hint} optional={optional} error={faults[field]}>
            <Input
              inputMode="numeric"
              autoComplete="off"
              value={draft[field]}
              onValueChange={(value) => change({ [field]: value })}
            />
          </Field>
        ))}
      </div>
      <p className="text-ink-3 text-xs">
        With two targets they take turns to begin: what one leaves in memory or in a cache that both share,
        the other finds there.
      </p>
    </div>
  )
}
