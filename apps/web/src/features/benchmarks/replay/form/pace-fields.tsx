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
  | 'maxFailedPercent'

const numbers: readonly { field: NumberField; label: string; hint?: string; optional?: boolean }[] = [
  { field: 'concurrency', label: 'Concurrency' },
  { field: 'rounds', label: 'Rounds', hint: 'Passes over all queries per target.' },
  { field: 'maxSeconds', label: 'Max query time, seconds' },
  { field: 'maxMemoryMib', label: 'Max memory per query, MiB' },
  { field: 'threads', label: 'Threads', optional: true, hint: 'Leave empty for the server default.' },
  { field: 'maxMinutes', label: 'Max pass time, minutes', hint: 'The replay ends after that.' },
  {
    field: 'maxFailedPercent',
    label: 'Max failures, %',
    hint: 'Of finished queries, checked from 20 queries on.',
  },
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
            description: 'By the seed, different in each round, equal for both targets.',
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
        Two targets take turns in going first, because one finds what the other left in memory or in a shared
        cache.
      </p>
    </div>
  )
}
