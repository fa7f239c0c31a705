'use client'
import { dataTemplateNames, dataTemplates, mostFilesOfQuery } from '@frostline/domain'
import { Field, Input, RadioGroup, Select, Textarea } from '@frostline/ui'
import { useRoleAllows } from '@/auth/use-person.ts'
import type { FieldsProps } from './generation-form.tsx'

export function RowsFields({ draft, change, faults }: FieldsProps) {
  const admin = useRoleAllows('admin')
  return (
    <div className="flex flex-col gap-4">
      <RadioGroup
        label="What the rows are"
        value={draft.kind}
        onValueChange={(kind) => change({ kind })}
        options={[
          {
            value: 'template',
            label: 'A template',
            description:
              'Each row is a function of its number, so all nodes write at once and a file comes out the same whenever it is written.',
          },
          {
            value: 'query',
            label: 'A query',
            description: admin
              ? `One SELECT on one node, at most ${mostFilesOfQuery} files. After a failure it starts over.`
              : 'Only for admins: it reads whatever the ClickHouse user may.',
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
          hint="Without FORMAT, SETTINGS and a semicolon. Other people never see its text."
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
        <Field label={draft.kind === 'query' ? 'Rows at most' : 'Rows'} error={faults.rows}>
          <Input
            inputMode="numeric"
            autoComplete="off"
            value={draft.rows}
            onValueChange={(rows) => change({ rows })}
          />
        </Field>
        <Field label="Rows in each file" error={faults.rowsPerFile}>
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
