'use client'
import { Button, Field, Input } from '@frostline/ui'
import { useState } from 'react'
import { useRoleAllows } from '@/auth/use-person.ts'
import type { PriceBookView } from '../costs.ts'
import { useDisksWithData } from '../hooks/use-disks-with-data.ts'
import { useSetPriceBook } from '../hooks/use-price-book.ts'
import { LocalPriceFields } from './local-price-fields.tsx'
import { ObjectPriceFields } from './object-price-fields.tsx'
import { OwnDiskFields } from './own-disk-fields.tsx'
import { type PriceDraft, readPriceDraft, toDraft } from './price-draft.ts'

interface Props {
  cluster: string
  stored: PriceBookView
  onDone: () => void
}

/** Prices as they were when the form was opened: others that were set meanwhile are not overwritten. */
export function PriceBookForm({ cluster, stored: current, onDone }: Props) {
  const [stored] = useState(current)
  const [draft, setDraft] = useState<PriceDraft>(() => toDraft(stored.book))
  const [tried, setTried] = useState(false)
  const set = useSetPriceBook()
  const mayChange = useRoleAllows('admin')
  const known = useDisksWithData(cluster)
  const read = readPriceDraft(draft)
  const faults = tried && read.kind === 'faulty' ? read.faults : {}
  const change = (patch: Partial<PriceDraft>) => setDraft({ ...draft, ...patch })
  const send = (book: PriceBookView['book'] | null) =>
    set.mutate({ cluster, book, basedOn: stored.setAt }, { onSuccess: onDone })
  return (
    <form
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (read.kind === 'complete') send(read.book)
      }}
    >
      <fieldset disabled={!mayChange} className="group flex flex-col gap-5">
        <div className="grid gap-3 sm:grid-cols-[6rem_1fr_9rem]">
          <Field label="Currency" error={faults.currency}>
            <Input
              autoComplete="off"
              value={draft.currency}
              onValueChange={(currency) => change({ currency })}
            />
          </Field>
          <Field label="Source of the prices" error={faults.source}>
            <Input autoComplete="off" value={draft.source} onValueChange={(source) => change({ source })} />
          </Field>
          <Field label="As of" error={faults.asOf}>
            <Input type="date" value={draft.asOf} onValueChange={(asOf) => change({ asOf })} />
          </Field>
        </div>
        <Section title="Local disks">
          <LocalPriceFields
            typed={draft.local}
            place="local"
            faults={faults}
            onChange={(patch) => change({ local: { ...draft.local, ...patch } })}
          />
        </Section>
        <Section title="Object storage">
          <ObjectPriceFields
            typed={draft.object}
            place="object"
            faults={faults}
            onChange={(patch) => change({ object: { ...draft.object, ...patch } })}
          />
        </Section>
        <Section title="Disks with their own prices">
          <OwnDiskFields
            draft={draft}
            known={known}
            faults={faults}
            onChange={(disks) => change({ disks })}
          />
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
    </form>
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
