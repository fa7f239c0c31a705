'use client'
import type { PriceBook, StoragePrices } from '@frostline/domain'
import { NumberField } from '@frostline/ui'
import { useState } from 'react'

const fields: readonly { key: keyof StoragePrices; label: string }[] = [
  { key: 'perThousandWrites', label: 'Per 1,000 PUT' },
  { key: 'perThousandReads', label: 'Per 1,000 GET' },
  { key: 'objectGibMonth', label: 'Per GiB-month, object storage' },
  { key: 'localGibMonth', label: 'Per GiB-month, local disk' },
]

interface Props {
  prices: StoragePrices
  book: PriceBook
  onChange: (prices: StoragePrices) => void
}

/** The prices behind the cost, for users who pay others. */
export function PriceFields({ prices, book, onChange }: Props) {
  return (
    <fieldset className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
      <legend className="mb-2 text-ink-3 text-xs">
        Prices assumed: {book.source}, as of {book.asOf}. The defaults are from the price book of the cluster.
        Changes here apply to this dry run only.
      </legend>
      {fields.map(({ key, label }) => (
        <PriceField
          key={key}
          label={`${label}, ${book.currency}`}
          price={prices[key]}
          onChange={(price) => onChange({ ...prices, [key]: price })}
        />
      ))}
    </fieldset>
  )
}

function PriceField({
  label,
  price,
  onChange,
}: {
  label: string
  price: number
  onChange: (price: number) => void
}) {
  const [typed, setTyped] = useState(String(price))
  const invalid = !/^\d+(\.\d*)?$/.test(typed)
  return (
    <NumberField
      decimal
      label={label}
      error={invalid ? 'A number from 0.' : undefined}
      inputClassName="text-right"
      value={typed}
      onValueChange={(text) => {
        setTyped(text)
        if (/^\d+(\.\d*)?$/.test(text)) onChange(Number(text))
      }}
    />
  )
}
