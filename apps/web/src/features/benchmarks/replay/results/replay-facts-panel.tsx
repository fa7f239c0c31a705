'use client'
import { skipReasons } from '@frostline/domain'
import {
  formatBytes,
  formatCountOf,
  formatDuration,
  formatExactTime,
  KeyValueList,
  Panel,
} from '@frostline/ui'
import type { Replay } from '../replay.ts'

/** Its parameters. */
export function ReplayFactsPanel({ replay }: { replay: Replay }) {
  return (
    <Panel title="Configuration">
      <KeyValueList items={factsOf(replay)} />
    </Panel>
  )
}

function factsOf({ spec, clusterName }: Replay) {
  const { filter, pace, rules, queries, skipped } = spec
  const filters = [
    ...filter.users.map((user) => `user ${user}`),
    ...(filter.contains === '' ? [] : [`text contains ${filter.contains}`]),
    ...(filter.table === '' ? [] : [`table ${filter.table}`]),
    ...(filter.formHash === '' ? [] : [`pattern ${filter.formHash}`]),
    ...(filter.minMs === 0 ? [] : [`at least ${filter.minMs} ms`]),
  ]
  return [
    {
      key: 'log',
      label: `Log of ${clusterName}`,
      value: `${formatExactTime(filter.since)} to ${formatExactTime(filter.until)}`,
      note: filters.length > 0 ? filters.join(', ') : undefined,
    },
    {
      key: 'queries',
      label: 'Queries',
      value: `${queries}, from a sample of up to ${filter.limit}`,
      note:
        skipped.length === 0
          ? undefined
          : skipped.map(({ reason, queries: left }) => `${left} skipped: ${explain(reason)}`).join('; '),
    },
    {
      key: 'order',
      label: 'Order',
      value: pace.order === 'shuffled' ? `shuffled by ${filter.seed}` : 'as logged',
    },
    { key: 'atOnce', label: 'Concurrency', value: pace.concurrency },
    { key: 'rounds', label: 'Rounds', value: pace.rounds },
    { key: 'longest', label: 'Max query time', value: formatDuration(pace.maxSeconds * 1_000) },
    { key: 'memory', label: 'Max memory per query', value: formatBytes(pace.maxMemoryMib * 1024 * 1024) },
    { key: 'threads', label: 'Threads', value: pace.threads === 0 ? 'server default' : pace.threads },
    {
      key: 'ends',
      label: 'Ends early',
      value: `beyond ${pace.maxFailedPercent} % failures, or ${formatCountOf(pace.maxMinutes, 'minute')} of a pass`,
    },
    {
      key: 'safe',
      label: 'Safety limits',
      value: rules.keepSettings ? 'readonly = 2' : 'readonly = 1',
      note: [
        ...(rules.keepSettings ? ['A SETTINGS clause of a query overrides the limits.'] : []),
        ...(rules.allowOutside ? ['Queries may read from outside the cluster.'] : []),
      ].join(' '),
    },
  ]
}

function explain(reason: string): string {
  return Object.entries(skipReasons).find(([key]) => key === reason)?.[1] ?? reason
}
