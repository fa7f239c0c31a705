'use client'
import { objectPriceTemplates } from '@frostline/domain'
import { Button, FieldFault, NumberField, SelectField, TextField } from '@frostline/ui'
import { Plus, Trash2 } from 'lucide-react'
import { type Fields, nested } from '@/form/use-form.ts'
import {
  type PriceDraft,
  type TypedDisk,
  type TypedLocalPrices,
  type TypedObjectPrices,
  writePrices,
} from './price-draft.ts'

export function LocalPriceFields({ form }: { form: Fields<TypedLocalPrices> }) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <NumberField
        {...form.field('gibMonth')}
        decimal
        label="Local disk, per GiB and month"
        inputClassName="text-right"
      />
      <SelectField
        {...form.field('basis')}
        label="Billed"
        options={[
          { value: 'used', label: 'Bytes stored' },
          {
            value: 'provisioned',
            label: 'The whole disk',
            description:
              'Unused space is shown separately. If several disks share a file system, set the price of one.',
          },
        ]}
      />
    </div>
  )
}

const objectFields: readonly { key: keyof TypedObjectPrices; label: string; hint?: string }[] = [
  { key: 'gibMonth', label: 'Storage, per GiB and month' },
  { key: 'perThousandWrites', label: 'PUT and LIST, per 1,000' },
  { key: 'perThousandReads', label: 'GET, per 1,000' },
  { key: 'egressGib', label: 'Per GiB read', hint: 'Cross-region traffic and retrieval fees.' },
  { key: 'minimumObjectKib', label: 'Min billed object size, KiB' },
  { key: 'minimumDays', label: 'Min storage duration, days' },
]

export function ObjectPriceFields({ form }: { form: Fields<TypedObjectPrices> }) {
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2 group-disabled:hidden">
        {objectPriceTemplates.map(({ label, prices }) => (
          <Button key={label} size="sm" onClick={() => form.change(writePrices(prices))}>
            As {label}
          </Button>
        ))}
      </div>
      <div className="grid gap-3 sm:grid-cols-3">
        {objectFields.map(({ key, ...words }) => (
          <NumberField key={key} {...form.field(key)} {...words} decimal inputClassName="text-right" />
        ))}
      </div>
    </div>
  )
}

interface Props {
  form: Fields<PriceDraft>
  /** Names of disks that hold data, by kind. */
  known: Readonly<Record<TypedDisk['kind'], readonly string[]>>
}

/** Disks with prices of their own: another class, another provider, a faster volume. */
export function OwnDiskFields({ form, known }: Props) {
  const { disks, object, local } = form.draft
  const add = (disk: TypedDisk) => form.change({ disks: [...disks, disk] })
  return (
    <div className="flex flex-col gap-3">
      {disks.length === 0 ? <p className="text-ink-2 text-sm">None.</p> : null}
      {disks.map((own, index) => {
        const fields = nested(nested(form, 'disks'), index)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a name is typed here, and is no key until it is done
          <fieldset key={index} className="flex flex-col gap-3 rounded-md border p-3">
            <legend className="px-1 text-ink-3 text-xs">
              {own.kind === 'local' ? 'Local disk' : 'Disk on object storage'}
            </legend>
            <div className="flex items-start gap-2">
              <TextField
                {...fields.field('disk')}
                mono
                label="Disk"
                className="flex-1"
                hint={known[own.kind].length > 0 ? `With data: ${known[own.kind].join(', ')}.` : undefined}
              />
              <Button
                className="mt-6 group-disabled:hidden"
                icon={<Trash2 aria-hidden />}
                onClick={() => form.change({ disks: disks.filter((_, place) => place !== index) })}
              >
                Remove
              </Button>
            </div>
            {own.kind === 'local' ? (
              <LocalPriceFields form={fields as Fields<typeof own>} />
            ) : (
              <ObjectPriceFields form={fields as Fields<typeof own>} />
            )}
          </fieldset>
        )
      })}
      <FieldFault>{form.faults.disks}</FieldFault>
      <div className="flex flex-wrap gap-2 group-disabled:hidden">
        <Button
          size="sm"
          icon={<Plus aria-hidden />}
          onClick={() => add({ kind: 'object', disk: '', ...object })}
        >
          A disk on object storage
        </Button>
        <Button
          size="sm"
          icon={<Plus aria-hidden />}
          onClick={() => add({ kind: 'local', disk: '', ...local })}
        >
          A local disk
        </Button>
      </div>
    </div>
  )
}
