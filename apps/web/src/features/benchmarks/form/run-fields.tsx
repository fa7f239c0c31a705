'use client'
import { benchTiers, centsPerMillionReads, objectPricesOf, type PriceBook } from '@frostline/domain'
import { ChecksField, NumberField } from '@frostline/ui'
import { usePriceBook } from '@/features/costs/hooks/use-price-book.ts'
import { type BenchTableLook, tierWords } from '../benchmark.ts'
import type { TierForm } from './tier-draft.ts'

/** Which tiers, how often, and the limits of a run. */
export function RunFields({
  cluster,
  form,
  look,
}: {
  cluster: string
  form: TierForm
  look: BenchTableLook
}) {
  const { data: prices } = usePriceBook(cluster)
  const cold = look.disks.find(({ name }) => name === form.draft.coldDisk)
  const cached = form.draft.data === 'in-place' || cold?.kind === 'cached'
  return (
    <div className="flex flex-col gap-4">
      <ChecksField
        {...form.field('tiers')}
        legend="Tiers"
        options={benchTiers.map((tier) => ({
          value: tier,
          label: tierWords[tier].label,
          description: tierWords[tier].meaning,
          disabled: tier.startsWith('cache-') && !cached,
        }))}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField {...form.field('runs')} label="Runs of each tier" />
        <NumberField {...form.field('maxSeconds')} label="Max run time, seconds" />
        <NumberField
          {...form.field('threads')}
          optional
          label="Threads"
          hint="Leave empty for the server default."
        />
        <NumberField
          {...form.field('millionGets')}
          value={form.draft.millionGets ?? priceOfMillion(prices?.book, cold?.storage)}
          decimal
          label={`A million GETs, ${prices?.book.currency ?? 'price'}`}
          hint="For the cost of a run. The default is from the price book."
        />
      </div>
    </div>
  )
}

function priceOfMillion(book: PriceBook | undefined, storage: readonly string[] = []): string {
  return book ? (centsPerMillionReads(objectPricesOf(book, storage)) / 100).toFixed(2) : ''
}
