'use client'
import { Button, TextField } from '@frostline/ui'
import { useState } from 'react'
import { useRoleAllows } from '@/auth/use-person.ts'
import { FormFrame } from '@/form/form-frame.tsx'
import { nested, useForm } from '@/form/use-form.ts'
import type { PriceBookView } from '../costs.ts'
import { useDisksWithData } from '../hooks/use-disks-with-data.ts'
import { useSetPriceBook } from '../hooks/use-price-book.ts'
import { LocalPriceFields, ObjectPriceFields, OwnDiskFields } from './own-disk-fields.tsx'
import { priceForm, toDraft } from './price-draft.ts'

interface Props {
  cluster: string
  stored: PriceBookView
  onDone: () => void
}

/** Edits the prices as they were when the form was opened: later changes by others are not overwritten. */
export function PriceBookForm({ cluster, stored: current, onDone }: Props) {
  const [stored] = useState(current)
  const form = useForm(priceForm, () => toDraft(stored.book))
  const set = useSetPriceBook()
  const mayChange = useRoleAllows('admin')
  const known = useDisksWithData(cluster)
  const send = (book: PriceBookView['book'] | null) =>
    set.mutate({ cluster, book, basedOn: stored.setAt }, { onSuccess: onDone })
  return (
    <FormFrame form={form} onSubmit={send} className="gap-5">
      <fieldset disabled={!mayChange} className="group flex flex-col gap-5">
        <div className="grid gap-3 sm:grid-cols-[6rem_1fr_9rem]">
          <TextField {...form.field('currency')} label="Currency" />
          <TextField {...form.field('source')} label="Source of the prices" />
          <TextField {...form.field('asOf')} type="date" label="As of" />
        </div>
        <Section title="Local disks">
          <LocalPriceFields form={nested(form, 'local')} />
        </Section>
        <Section title="Object storage">
          <ObjectPriceFields form={nested(form, 'object')} />
        </Section>
        <Section title="Disks with their own prices">
          <OwnDiskFields form={form} known={known} />
        </Section>
      </fieldset>
      {mayChange ? (
        <div className="flex flex-wrap justify-end gap-2">
          {stored.isDefault ? null : (
            <Button disabled={set.isPending} onClick={() => send(null)}>
              Restore default prices
            </Button>
          )}
          <Button type="submit" variant="primary" busy={set.isPending}>
            Set prices
          </Button>
        </div>
      ) : (
        <p className="text-ink-3 text-xs">Only admins can change prices.</p>
      )}
    </FormFrame>
  )
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className="flex flex-col gap-2.5">
      <h3 className="font-medium text-sm">{title}</h3>
      {children}
    </section>
  )
}
