'use client'
import { formatBytes, formatCount, Stat, StatRow } from '@frostline/ui'
import type { Costs, RequestCosts } from '../costs.ts'
import { Money } from './money.tsx'

interface Props {
  costs: Costs | undefined
  requests: RequestCosts | undefined
}

/** Monthly storage cost, total and by tier; requests from the nodes' counters, on request. */
export function CostTotals({ costs, requests }: Props) {
  if (!costs) return null
  const { currency, coverage, idlePerMonth } = costs
  const money = (amount: number | null = null) => (
    <Money amount={amount} currency={currency} complete={coverage.complete} />
  )
  const of = (tier: 'hot' | 'cold' | 'unknown') => costs.tiers.find((each) => each.tier === tier)
  const [hot, cold, unknown] = [of('hot'), of('cold'), of('unknown')]
  return (
    <StatRow>
      <Stat label="Storage per month" value={money(costs.perMonth)} note="all replicas" />
      <Stat
        label="Hot per month"
        tier="hot"
        value={money(hot?.perMonth)}
        note={hot ? `${formatBytes(hot.bytes)} on local disks` : 'no node answered'}
      />
      <Stat
        label="Cold per month"
        tier="cold"
        value={money(cold?.perMonth)}
        note={
          cold
            ? `${formatBytes(cold.bytes)} in about ${formatCount(cold.objects)} objects`
            : 'no node answered'
        }
      />
      {requests ? (
        <Stat
          label="Requests per month"
          value={
            <Money
              amount={requests.perMonth}
              currency={currency}
              complete={requests.coverage.complete}
              reason="A node started less than an hour ago, or none responded."
            />
          }
          note="all disk requests since the nodes started"
        />
      ) : null}
      {unknown ? (
        <Stat
          label="On unknown disks"
          tier="unknown"
          value={money(unknown.perMonth)}
          note={formatBytes(unknown.bytes)}
        />
      ) : null}
      {idlePerMonth > 0 ? (
        <Stat
          label="Unused disk space per month"
          value={money(idlePerMonth)}
          note="local disks are billed as a whole"
        />
      ) : null}
    </StatRow>
  )
}
