'use client'
import { dataTemplateNames, dataTemplates, maxFilesOfQuery } from '@frostline/domain'
import { Field, Input, RadioGroup, Select, Textarea } from '@frostline/ui'
import { useRoleAllows } from '@/auth/use-person.ts'
import type { FieldsProps } from './generation-form.tsx'

export function RowsFields({ draft, change, faults }: FieldsProps) {
  const admin = useRoleAllows('admin')
  return (
    <div className="flex flex-col gap-4">
      <RadioGroup
        label="Content"
        value={draft.kind}
        onValueChange={(kind) => change({ kind })}
        options={[
          {
            value: 'template',
            label: 'A template',
            description:
              'Each row is a function of its number, so all nodes can write in parallel, and a file has the same content each time.',
          },
          {
            value: 'query',
            label: 'A query',
            description: admin
              ? `One SELECT on one node, with at most ${maxFilesOfQuery} files. It starts over after a failure.`
              : 'Only for admins, because it can read everything that the ClickHouse user can.',
            disabled: !admin,
          },
        ]}
      />
      {draft.kind === 'template' ? (
        <Field label="Template" hint={dataTemplates[draft.template].description}>
          <Select
            value={draft.template}
            options={dataTemplateNames.map((value) => ({ value, label: dataTemplates[value].name }))}
            onValueChange={(template) => change({ template })}
          />
        </Field>
      ) : (
        <Field
          label="Query"
          hint="Without FORMAT, SETTINGS and a semicolon. Only admins can see its text."
          error={faults.query}
        >
          <Textarea
            mono
            rows={6}
            value={draft.query}
            onValueChange={(query) => change({ query })}
            spellCheck={false}
          />
        </Field>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={draft.kind === 'query' ? 'Max rows' : 'Rows'} error={faults.rows}>
          <Input
            inputMode="numeric"
            autoComplete="off"
            value={draft.rows}
            onValueChange={(rows) => change({ rows })}
          />
        </Field>
        <Field label="Rows per file" error={faults.rowsPerFile}>
          <Input
            inputMode="numeric"
            autoComplete="off"
            value={draft.rowsPerFile}
            onValueChange={(rowsPerFile) => change({ rowsPerFile })}
          />
        </Field>
      </div>
    </div>
  )
}
