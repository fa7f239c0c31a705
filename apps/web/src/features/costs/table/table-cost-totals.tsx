'use client'
import { formatCountOf, Stat, StatRow } from '@frostline/ui'
import { Money } from '../components/money.tsx'
import type { TableCostDetail } from '../costs.ts'

/** Cost of the table, and what moving the profitable partitions would save; unknown while their reads are unknown. */
export function TableCostTotals({ cost }: { cost: TableCostDetail }) {
  const { currency, coverage, partitions } = cost
  const hot = partitions.filter(({ hotBytes }) => hotBytes > 0n)
  const judged = hot.flatMap(({ breakEven }) => breakEven ?? [])
  const paying = judged.filter(({ savedPerMonth }) => savedPerMonth > 0)
  const known = hot.length === 0 || judged.length > 0
  const saved = paying.reduce((sum, { savedPerMonth }) => sum + savedPerMonth, 0)
  return (
    <StatRow>
      <Stat
        label="Storage per month"
        value={<Money amount={cost.perMonth} currency={currency} complete={coverage.complete} />}
        note={cost.shared ? 'active parts, shared ones once' : 'active parts, all replicas'}
      />
      <Stat
        label="Potential savings per month"
        value={
          <Money
            amount={known ? saved : null}
            currency={currency}
            complete={coverage.complete && judged.length === hot.length}
            reason="Needs a cold disk and the number of reads."
          />
        }
        note={
          known
            ? `${formatCountOf(paying.length, 'hot partition')} would be cheaper on object storage`
            : cost.coldDisk === null
              ? 'the policy has no disk on object storage'
              : 'reads are unknown'
        }
      />
    </StatRow>
  )
}
