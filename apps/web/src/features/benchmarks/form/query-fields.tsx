'use client'
import { listQueryTemplates } from '@frostline/domain'
import { Field, Select, Textarea } from '@frostline/ui'
import type { BenchTableLook } from '../benchmark.ts'
import type { TierFieldsProps } from './tier-form.tsx'

/** One SELECT, typed or taken from a template. */
export function QueryFields({
  draft,
  change,
  faults,
  columns,
}: TierFieldsProps & { columns: BenchTableLook['columns'] }) {
  const templates = listQueryTemplates(columns)
  const chosen = templates.find(({ sql }) => sql === draft.query)
  return (
    <div className="flex flex-col gap-4">
      <Field label="Template" optional hint="Common query shapes for object storage.">
        <Select
          value={chosen?.title ?? null}
          options={templates.map(({ title }) => ({ value: title, label: title }))}
          onValueChange={(title) => {
            const found = templates.find((template) => template.title === title)
            if (found) change({ query: found.sql })
          }}
        />
      </Field>
      <Field
        label="SELECT"
        hint="{table} is the table. Its full name also works. Rows are discarded on the server."
        error={faults.query}
      >
        <Textarea
          mono
          rows={6}
          spellCheck={false}
          value={draft.query}
          onValueChange={(query) => change({ query })}
        />
      </Field>
    </div>
  )
}
