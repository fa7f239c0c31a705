'use client'
import { Button, Field, Input } from '@frostline/ui'
import { Plus, Trash2 } from 'lucide-react'
import { LocalPriceFields } from './local-price-fields.tsx'
import { ObjectPriceFields } from './object-price-fields.tsx'
import type { PriceDraft, PriceFaults, TypedDisk } from './price-draft.ts'

interface Props {
  draft: PriceDraft
  /** Names of disks that hold data, by kind. */
  known: Readonly<Record<TypedDisk['kind'], readonly string[]>>
  faults: PriceFaults
  onChange: (disks: readonly TypedDisk[]) => void
}

/** Disks with prices of their own: another class, another provider, a faster volume. */
export function OwnDiskFields({ draft, known, faults, onChange }: Props) {
  const { disks } = draft
  const change = (index: number, patch: object) =>
    onChange(disks.map((each, place) => (place === index ? ({ ...each, ...patch } as TypedDisk) : each)))
  return (
    <div className="flex flex-col gap-3">
      {disks.length === 0 ? <p className="text-ink-2 text-sm">None.</p> : null}
      {disks.map((own, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a name is typed here, and is no key until it is done
        <fieldset key={index} className="flex flex-col gap-3 rounded-md border p-3">
          <legend className="px-1 text-ink-3 text-xs">
            {own.kind === 'local' ? 'Local disk' : 'Disk on object storage'}
          </legend>
          <div className="flex items-start gap-2">
            <Field
              label="Disk"
              className="flex-1"
              hint={known[own.kind].length > 0 ? `With data: ${known[own.kind].join(', ')}.` : undefined}
              error={faults[`disks.${index}.disk`]}
            >
              <Input
                mono
                autoComplete="off"
                value={own.disk}
                onValueChange={(disk) => change(index, { disk })}
              />
            </Field>
            <Button
              className="mt-6 group-disabled:hidden"
              icon={<Trash2 aria-hidden />}
              onClick={() => onChange(disks.filter((_, place) => place !== index))}
            >
              Remove
            </Button>
          </div>
          {own.kind === 'local' ? (
            <LocalPriceFields
              typed={own}
              place={`disks.${index}`}
              faults={faults}
              onChange={(patch) => change(index, patch)}
            />
          ) : (
            <ObjectPriceFields
              typed={own}
              place={`disks.${index}`}
              faults={faults}
              onChange={(patch) => change(index, patch)}
            />
          )}
        </fieldset>
      ))}
      {faults.disks ? <p className="text-danger-ink text-xs">{faults.disks}</p> : null}
      <div className="flex flex-wrap gap-2 group-disabled:hidden">
        <Button
          size="sm"
          icon={<Plus aria-hidden />}
          onClick={() => onChange([...disks, { kind: 'object', disk: '', ...draft.object }])}
        >
          A disk on object storage
        </Button>
        <Button
          size="sm"
          icon={<Plus aria-hidden />}
          onClick={() => onChange([...disks, { kind: 'local', disk: '', ...draft.local }])}
        >
          A local disk
        </Button>
      </div>
    </div>
  )
}
