'use client'
import { listQueryTemplates } from '@frostline/domain'
import { SelectField, TextField } from '@frostline/ui'
import type { BenchTableLook } from '../benchmark.ts'
import type { TierForm } from './tier-draft.ts'

/** One SELECT, typed or taken from a template. */
export function QueryFields({ form, columns }: { form: TierForm; columns: BenchTableLook['columns'] }) {
  const templates = listQueryTemplates(columns)
  const chosen = templates.find(({ sql }) => sql === form.draft.query)
  return (
    <div className="flex flex-col gap-4">
      <SelectField
        label="Template"
        optional
        hint="Common query shapes for object storage."
        value={chosen?.title ?? null}
        options={templates.map(({ title }) => title)}
        onValueChange={(title) => {
          const found = templates.find((template) => template.title === title)
          if (found) form.change({ query: found.sql })
        }}
      />
      <TextField
        {...form.field('query')}
        mono
        rows={6}
        label="SELECT"
        hint="{table} is the table. Its full name also works. Rows are discarded on the server."
      />
    </div>
  )
}
