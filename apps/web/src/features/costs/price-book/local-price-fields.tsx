'use client'
import { Field, Input, Select } from '@frostline/ui'
import type { PriceFaults, TypedLocalPrices } from './price-draft.ts'

interface Props {
  typed: TypedLocalPrices
  place: string
  faults: PriceFaults
  onChange: (patch: Partial<TypedLocalPrices>) => void
}

export function LocalPriceFields({ typed, place, faults, onChange }: Props) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field label="Local disk, per GiB and month" error={faults[`${place}.gibMonth`]}>
        <Input
          className="text-right"
          inputMode="decimal"
          autoComplete="off"
          value={typed.gibMonth}
          onValueChange={(gibMonth) => onChange({ gibMonth })}
        />
      </Field>
      <Field label="Billed">
        <Select
          value={typed.basis}
          options={[
            { value: 'used', label: 'Bytes stored' },
            {
              value: 'provisioned',
              label: 'The whole disk',
              description:
                'Unused space is shown separately. If several disks share a file system, set the price of one.',
            },
          ]}
          onValueChange={(basis) => onChange({ basis })}
        />
      </Field>
    </div>
  )
}
