import { formatMoney, Stat, StatRow } from '@frostline/ui'
import type { ArchivePreview } from '../archive.ts'

/** What the archive costs against the cold tier, and how many reads use that up. */
export function CostFacts({ cost }: { cost: ArchivePreview['cost'] }) {
  const { currency, coldPerMonth, archivePerMonth, once, perRead, readsPerMonthLimit } = cost
  const saved = coldPerMonth - archivePerMonth
  // A tiny amount has many digits, and half a phone is narrow.
  const money = (amount: number) => <span className="max-sm:text-base">{formatMoney(amount, currency)}</span>
  return (
    <StatRow>
      <Stat
        label={saved < 0 ? 'Costs more' : 'Saves'}
        value={money(Math.abs(saved))}
        note="per month, against the cold tier"
      />
      <Stat
        label="Storage"
        value={money(archivePerMonth)}
        note={`per month. Cold tier: ${formatMoney(coldPerMonth, currency)}`}
      />
      <Stat
        label="Break-even"
        value={
          readsPerMonthLimit === null
            ? '—'
            : readsPerMonthLimit.toLocaleString('en-US', { maximumFractionDigits: 1 })
        }
        note={
          readsPerMonthLimit === null
            ? saved > 0
              ? 'Reads are free.'
              : 'The cold tier costs no more, even without reads.'
            : `full reads a month, ${formatMoney(perRead, currency)} each`
        }
      />
      <Stat label="Once" value={money(once)} note="to write and prove the files" />
    </StatRow>
  )
}
