'use client'
import { benchTiers, centsPerMillionReads, objectPricesOf, type PriceBook } from '@frostline/domain'
import { Checkbox, Field, Input } from '@frostline/ui'
import { usePriceBook } from '@/features/costs/hooks/use-price-book.ts'
import { type BenchTableLook, tierWords } from '../benchmark.ts'
import type { TierFieldsProps } from './tier-form.tsx'

/** Which tiers, how often, and the limits of a run. */
export function RunFields({
  cluster,
  draft,
  change,
  faults,
  look,
}: TierFieldsProps & { cluster: string; look: BenchTableLook }) {
  const { data: prices } = usePriceBook(cluster)
  const cold = look.disks.find(({ name }) => name === draft.coldDisk)
  const cached = draft.data === 'in-place' || cold?.kind === 'cached'
  return (
    <div className="flex flex-col gap-4">
      <fieldset className="flex flex-col gap-1.5">
        <legend className="mb-1.5 font-medium text-xs">Tiers</legend>
        {benchTiers.map((tier) => (
          <Checkbox
            key={tier}
            checked={draft.tiers.has(tier)}
            disabled={tier.startsWith('cache-') && !cached}
            onCheckedChange={(checked) => {
              const next = new Set(draft.tiers)
              if (checked) next.add(tier)
              else next.delete(tier)
              change({ tiers: next })
            }}
          >
            <span className="text-sm">{tierWords[tier].label}</span>
            <span className="block text-ink-3 text-xs">{tierWords[tier].meaning}</span>
          </Checkbox>
        ))}
        {faults.tiers ? <p className="text-danger-ink text-xs">{faults.tiers}</p> : null}
      </fieldset>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Runs of each tier" error={faults.runs}>
          <Input
            inputMode="numeric"
            autoComplete="off"
            value={draft.runs}
            onValueChange={(runs) => change({ runs })}
          />
        </Field>
        <Field label="Max run time, seconds" error={faults.maxSeconds}>
          <Input
            inputMode="numeric"
            autoComplete="off"
            value={draft.maxSeconds}
            onValueChange={(maxSeconds) => change({ maxSeconds })}
          />
        </Field>
        <Field label="Threads" optional hint="Leave empty for the server default." error={faults.threads}>
          <Input
            inputMode="numeric"
            autoComplete="off"
            value={draft.threads}
            onValueChange={(threads) => change({ threads })}
          />
        </Field>
        <Field
          label={`A million GETs, ${prices?.book.currency ?? 'price'}`}
          hint="For the cost of a run. The default is from the price book."
          error={faults.price}
        >
          <Input
            inputMode="decimal"
            autoComplete="off"
            value={draft.millionGets ?? priceOfMillion(prices?.book, cold?.storage)}
            onValueChange={(millionGets) => change({ millionGets })}
          />
        </Field>
      </div>
    </div>
  )
}

function priceOfMillion(book: PriceBook | undefined, storage: readonly string[] = []): string {
  return book ? (centsPerMillionReads(objectPricesOf(book, storage)) / 100).toFixed(2) : ''
}
