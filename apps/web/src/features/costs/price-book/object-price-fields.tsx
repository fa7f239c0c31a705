'use client'
import { objectPriceTemplates } from '@frostline/domain'
import { Button, Field, Input } from '@frostline/ui'
import { type PriceFaults, type TypedObjectPrices, writePrices } from './price-draft.ts'

const fields: readonly { key: keyof TypedObjectPrices; label: string; hint?: string }[] = [
  { key: 'gibMonth', label: 'Storage, per GiB and month' },
  { key: 'perThousandWrites', label: 'PUT and LIST, per 1,000' },
  { key: 'perThousandReads', label: 'GET, per 1,000' },
  { key: 'egressGib', label: 'Per GiB read', hint: 'Cross-region traffic and retrieval fees.' },
  { key: 'minimumObjectKib', label: 'Min billed object size, KiB' },
  { key: 'minimumDays', label: 'Min storage duration, days' },
]

interface Props {
  typed: TypedObjectPrices
  /** Before the name of a field in `faults`. */
  place: string
  faults: PriceFaults
  onChange: (patch: Partial<TypedObjectPrices>) => void
}

export function ObjectPriceFields({ typed, place, faults, onChange }: Props) {
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2 group-disabled:hidden">
        {objectPriceTemplates.map(({ label, prices }) => (
          <Button key={label} size="sm" onClick={() => onChange(writePrices(prices))}>
            As {label}
          </Button>
        ))}
      </div>
      <div className="grid gap-3 sm:grid-cols-3">
        {fields.map(({ key, label, hint }) => (
          <Field key={key} label={label} hint={hint} error={faults[`${place}.${key}`]}>
            <Input
              className="text-right"
              inputMode="decimal"
              autoComplete="off"
              value={typed[key]}
              onValueChange={(value) => onChange({ [key]: value })}
            />
          </Field>
        ))}
      </div>
    </div>
  )
}
