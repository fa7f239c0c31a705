'use client'
import { Checkbox, Field, Input, Select } from '@frostline/ui'
import { useRoleAllows } from '@/auth/use-person.ts'
import { type Span, spans } from './replay-draft.ts'
import type { ReplayFieldsProps } from './replay-form.tsx'

const spanOptions: { value: Span; label: string }[] = [
  ...Object.entries(spans).map(([value, label]) => ({ value: value as Span, label })),
  { value: 'between', label: 'Between two times' },
]

/** Which queries of the log. */
export function FilterFields({ draft, change, faults }: ReplayFieldsProps) {
  const admin = useRoleAllows('admin')
  const text = (field: 'users' | 'contains' | 'formHash' | 'table' | 'minMs' | 'limit' | 'seed') => ({
    value: draft[field],
    onValueChange: (value: string) => change({ [field]: value }),
    autoComplete: 'off',
  })
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <Field label="Ran in">
          <Select value={draft.span} options={spanOptions} onValueChange={(span) => change({ span })} />
        </Field>
        {draft.span === 'between' ? (
          <>
            <Field label="From" error={faults.since}>
              <Input type="datetime-local" value={draft.since} onValueChange={(since) => change({ since })} />
            </Field>
            <Field label="Until" error={faults.until}>
              <Input type="datetime-local" value={draft.until} onValueChange={(until) => change({ until })} />
            </Field>
          </>
        ) : null}
        <Field label="Users" optional hint="Names, separated by commas.">
          <Input {...text('users')} />
        </Field>
        <Field label="Text holds" optional>
          <Input {...text('contains')} mono />
        </Field>
        <Field
          label="Table"
          optional
          hint="A table that the query reads, as database.table."
          error={faults.table}
        >
          <Input {...text('table')} mono />
        </Field>
        <Field label="Form" optional hint="Its normalized_query_hash." error={faults.formHash}>
          <Input {...text('formHash')} mono inputMode="numeric" />
        </Field>
        <Field label="Min duration, ms" optional error={faults.minMs}>
          <Input {...text('minMs')} inputMode="numeric" />
        </Field>
        <Field label="Max sample size" error={faults.limit}>
          <Input {...text('limit')} inputMode="numeric" />
        </Field>
        <Field label="Seed" hint="The same seed gives the same sample and order." error={faults.seed}>
          <Input {...text('seed')} inputMode="numeric" />
        </Field>
      </div>
      {admin ? (
        <div className="flex flex-col gap-2">
          <Checkbox checked={draft.allowOutside} onCheckedChange={(allowOutside) => change({ allowOutside })}>
            <span className="text-sm">Include queries that read from outside the cluster</span>
            <span className="block text-ink-3 text-xs">
              s3(), url(), remote() and others. They access other systems.
            </span>
          </Checkbox>
          <Checkbox checked={draft.keepSettings} onCheckedChange={(keepSettings) => change({ keepSettings })}>
            <span className="text-sm">Include queries with a SETTINGS clause</span>
            <span className="block text-ink-3 text-xs">
              It overrides the limits below. Writes stay forbidden: readonly is 2 instead of 1.
            </span>
          </Checkbox>
        </div>
      ) : null}
    </div>
  )
}
