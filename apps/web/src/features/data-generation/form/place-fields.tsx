'use client'
import { objectCompressions, objectFormats, takesCompression } from '@frostline/domain'
import { Field, Input, Select } from '@frostline/ui'
import { useSources } from '@/features/sources/hooks/use-sources.ts'
import type { FieldsProps } from './generation-form.tsx'

export function PlaceFields({ draft, change, faults }: FieldsProps) {
  const sources = useSources().data?.sources ?? []
  const source = sources.find(({ id }) => id === draft.source)
  const packs = takesCompression(draft.format)
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Source" error={faults.source}>
          <Select
            value={source ? source.id : null}
            options={sources.map(({ id, name }) => ({ value: id, label: name }))}
            onValueChange={(id) =>
              change({ source: id, bucket: sources.find((each) => each.id === id)?.buckets[0] ?? '' })
            }
          />
        </Field>
        <Field label="Bucket">
          <Select
            value={draft.bucket === '' ? null : draft.bucket}
            options={(source?.buckets ?? []).map((value) => ({ value, label: value }))}
            onValueChange={(bucket) => change({ bucket })}
          />
        </Field>
      </div>
      <Field
        label="Folder"
        hint="It must be empty, so that nothing is overwritten. Files are named part-000000 and so on."
        error={faults.prefix}
      >
        <Input
          mono
          autoComplete="off"
          spellCheck={false}
          value={draft.prefix}
          onValueChange={(prefix) => change({ prefix })}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Format">
          <Select
            value={draft.format}
            options={objectFormats.map((value) => ({ value, label: value }))}
            onValueChange={(format) => change({ format })}
          />
        </Field>
        <Field
          label="Compression"
          hint={packs ? undefined : `${draft.format} compresses its columns itself.`}
        >
          <Select
            value={packs ? draft.compression : 'none'}
            options={objectCompressions.map((value) => ({ value, label: value }))}
            onValueChange={(compression) => change({ compression })}
            disabled={!packs}
          />
        </Field>
      </div>
      {draft.kind === 'template' ? (
        <Field
          label="Concurrent statements per node"
          hint="Each uses one core, and memory for its open files. Leave cores for other work."
          error={faults.statementsPerNode}
        >
          <Input
            inputMode="numeric"
            autoComplete="off"
            value={draft.statementsPerNode}
            onValueChange={(statementsPerNode) => change({ statementsPerNode })}
          />
        </Field>
      ) : null}
    </div>
  )
}
