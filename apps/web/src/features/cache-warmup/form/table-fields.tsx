'use client'
import { Checkbox, Field, formatBytes, RadioGroup } from '@frostline/ui'
import { TableSelect } from '@/features/tables/components/table-select.tsx'
import type { WarmupLook } from '../warmup.ts'
import type { FieldsProps } from './warmup-form.tsx'

interface TableFieldsProps extends FieldsProps {
  cluster: string
  /** Of the table, once it was looked at. */
  columns: WarmupLook['columns']
}

/** The table, and which of its columns. */
export function TableFields({ draft, change, faults, cluster, columns }: TableFieldsProps) {
  const toggle = (name: string, checked: boolean) => {
    const next = new Set(draft.columns ?? [])
    if (checked) next.add(name)
    else next.delete(name)
    change({ columns: next })
  }
  return (
    <div className="flex flex-col gap-5">
      <Field label="Table" hint="For a Distributed table, choose its local table." error={faults.table}>
        <TableSelect
          cluster={cluster}
          value={draft.table === '' ? null : draft}
          onValueChange={(found) => change({ ...found, columns: null, chosen: new Set(), replicas: 'all' })}
        />
      </Field>
      <RadioGroup
        label="Columns"
        value={draft.columns === null ? 'all' : 'chosen'}
        onValueChange={(kind) => change({ columns: kind === 'all' ? null : new Set() })}
        options={[
          {
            value: 'all',
            label: 'All',
            description: 'Data files. Indexes are small and loaded automatically.',
          },
          {
            value: 'chosen',
            label: 'Some of them',
            description:
              columns.length > 0
                ? 'The columns that your queries read. A compact part has one file for all columns.'
                : 'Read the caches first.',
            disabled: columns.length === 0,
          },
        ]}
      />
      {draft.columns === null ? null : (
        <fieldset className="flex max-h-64 flex-col gap-1.5 overflow-y-auto rounded-md border p-3">
          <legend className="sr-only">Columns to read</legend>
          {columns.map(({ name, type, compressedBytes }) => (
            <Checkbox
              key={name}
              checked={draft.columns?.has(name) ?? false}
              onCheckedChange={(checked) => toggle(name, checked)}
            >
              <span className="font-mono text-xs">{name}</span>{' '}
              <span className="text-ink-3 text-xs">
                {type}
                {compressedBytes > 0n ? `, ${formatBytes(compressedBytes)}` : ''}
              </span>
            </Checkbox>
          ))}
        </fieldset>
      )}
      {faults.columns ? <p className="text-danger-ink text-xs">{faults.columns}</p> : null}
    </div>
  )
}
