import { formatMoney, Stat, StatRow } from '@frostline/ui'
import type { ArchivePreview } from '../archive.ts'

/** What the archive costs against the cold tier, and how many reads use that up. */
export function CostFacts({ cost }: { cost: ArchivePreview['cost'] }) {
  const { currency, coldPerMonth, archivePerMonth, once, perRead, readsPerMonthLimit } = cost
  const saved = coldPerMonth - archivePerMonth
  return (
    <StatRow>
      <Stat
        label={saved < 0 ? 'Costs more' : 'Saves'}
        value={formatMoney(Math.abs(saved), currency)}
        note="per month, against the cold tier"
      />
      <Stat
        label="Storage"
        value={formatMoney(archivePerMonth, currency)}
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
            : `reads of all of it per month, ${formatMoney(perRead, currency)} each`
        }
      />
      <Stat label="Once" value={formatMoney(once, currency)} note="to write and prove the files" />
    </StatRow>
  )
}
