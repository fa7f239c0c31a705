import { formatBytes, formatMoney } from '@frostline/ui'
import type { Route } from 'next'
import { routes } from '@/navigation/routes.ts'
import type { Advice, AdviceList } from './hooks/use-advice.ts'

type Plan = Advice['plan']
type Kind = Advice['kind']

/** The page that opens the plan prefilled. */
export function routeOfPlan(cluster: string, plan: Plan): Route {
  switch (plan.kind) {
    case 'move':
      return routes.moveOlderThan(cluster, plan)
    case 'ttl':
      return routes.tableTtl(cluster, plan.database, plan.table, plan.ttl)
    case 'cache':
      return routes.cache(cluster)
    case 'remove-orphans':
      return routes.removeOrphans(cluster, plan.auditId)
    case 'start-up':
      return routes.nodeRestartForecast(cluster, plan.node)
    case 'insert-queues':
      return routes.distributedQueues(cluster)
  }
}

export const planWords: Record<Plan['kind'], string> = {
  move: 'Plan the move',
  ttl: 'Edit the TTL',
  cache: 'Open the cache',
  'remove-orphans': 'Plan the removal',
  'start-up': 'Open the forecast',
  'insert-queues': 'Open the queues',
}

export const kindWords: Record<Kind, string> = {
  'ttl-too-late': 'TTL comes too late',
  'queue-growth': 'Queue grows',
  'old-partitions': 'Old partitions on hot disks',
  orphans: 'Orphans in the bucket',
  'cache-thrash': 'Cache is too small',
  'small-parts': 'Small parts on object storage',
  'no-ttl': 'No TTL',
}

/** `formatMoney` shows no digits of smaller amounts. The bytes are shown instead. */
const leastMoneyShown = 1e-6

/** The gain of following it: "$12.40/month", "20.3 s", "12.4 GiB". */
export function describeGain({ gain, kind }: Pick<Advice, 'gain' | 'kind'>): { amount: string; of: string } {
  switch (gain.kind) {
    case 'money':
      if (gain.perMonth < leastMoneyShown)
        return { amount: formatBytes(gain.bytes), of: bytesWords[kind] ?? '' }
      return { amount: `${formatMoney(gain.perMonth, gain.currency)}/month`, of: 'saved' }
    case 'seconds':
      return { amount: `${gain.seconds.toFixed(1)} s`, of: 'shorter start' }
    case 'bytes':
      return { amount: formatBytes(gain.bytes), of: bytesWords[kind] ?? '' }
  }
}

const bytesWords: Partial<Record<Kind, string>> = {
  'ttl-too-late': 'too little space',
  'queue-growth': 'queued',
  'old-partitions': 'freed',
  orphans: 'freed',
  'cache-thrash': 'read from the store',
  'no-ttl': 'old and hot',
}

/** "Promised $12.40/month, measured $12.38/month". */
export function describePromise({
  promisedPerMonth,
  measuredPerMonth,
  finishedAt,
  currency,
}: Pick<
  AdviceList['followed'][number],
  'promisedPerMonth' | 'measuredPerMonth' | 'finishedAt' | 'currency'
>): string {
  const promised = `Promised ${formatMoney(promisedPerMonth, currency)}/month`
  const measured = `${formatMoney(measuredPerMonth, currency)}/month`
  return finishedAt ? `${promised}, measured ${measured}` : `${promised}, measured ${measured} so far`
}
