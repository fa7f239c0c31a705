'use client'
import { CheckboxField, NumberField, SelectField, TextField } from '@frostline/ui'
import { useRoleAllows } from '@/auth/use-person.ts'
import { type FilterFieldsOf, type Span, spans } from './replay-draft.ts'

const spanOptions: { value: Span; label: string }[] = [
  ...Object.entries(spans).map(([value, label]) => ({ value: value as Span, label })),
  { value: 'between', label: 'Between two times' },
]

/** Which queries of the log. */
export function FilterFields({ form }: { form: FilterFieldsOf }) {
  const admin = useRoleAllows('admin')
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <SelectField {...form.field('span')} label="Ran in" options={spanOptions} />
        {form.draft.span === 'between' ? (
          <>
            <TextField {...form.field('since')} label="From" type="datetime-local" />
            <TextField {...form.field('until')} label="Until" type="datetime-local" />
          </>
        ) : null}
        <TextField {...form.field('users')} optional label="Users" hint="Names, separated by commas." />
        <TextField {...form.field('contains')} optional mono label="Text holds" />
        <TextField
          {...form.field('table')}
          optional
          mono
          label="Table"
          hint="A table that the query reads, as database.table."
        />
        <NumberField
          {...form.field('formHash')}
          optional
          mono
          label="Form"
          hint="Its normalized_query_hash."
        />
        <NumberField {...form.field('minMs')} optional label="Min duration, ms" />
        <NumberField {...form.field('limit')} label="Max sample size" />
        <NumberField
          {...form.field('seed')}
          label="Seed"
          hint="The same seed gives the same sample and order."
        />
      </div>
      {admin ? (
        <div className="flex flex-col gap-2">
          <CheckboxField
            {...form.field('allowOutside')}
            label="Include queries that read from outside the cluster"
            hint="s3(), url(), remote() and others. They access other systems."
          />
          <CheckboxField
            {...form.field('keepSettings')}
            label="Include queries with a SETTINGS clause"
            hint="It overrides the limits below. Writes stay forbidden: readonly is 2 instead of 1."
          />
        </div>
      ) : null}
    </div>
  )
}
