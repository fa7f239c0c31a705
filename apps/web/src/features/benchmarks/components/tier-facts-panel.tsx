'use client'
import { formatBytes, formatCountOf, formatDuration, formatMoney, KeyValueList, Panel } from '@frostline/ui'
import type { TierBenchmark } from '../benchmark.ts'

/** What was asked for, and how the data came to its tiers. */
export function TierFactsPanel({ bench }: { bench: TierBenchmark }) {
  return (
    <Panel title="Configuration">
      <KeyValueList items={factsOf(bench)} />
    </Panel>
  )
}

function factsOf({ spec, copies, nodeName }: TierBenchmark) {
  const { data, threads, maxSeconds, runs, centsPerMillionGets } = spec
  const made = (kind: 'copy-hot' | 'copy-cold') => {
    const own = copies.filter((copy) => copy.kind === kind && copy.status === 'completed')
    const bytes = own.reduce((sum, copy) => sum + (copy.bytes ?? 0n), 0n)
    const took = own.reduce((sum, copy) => sum + (copy.elapsedMs ?? 0), 0)
    return `${formatCountOf(own.length, 'partition')}, ${formatBytes(bytes)} in ${formatDuration(took)}`
  }
  return [
    { key: 'node', label: 'Node', value: nodeName, mono: true },
    ...(data.kind === 'copies'
      ? [
          { key: 'partitions', label: 'Partitions', value: data.partitions.join(', '), mono: true },
          { key: 'hot', label: `Copy on ${data.hotDisk}`, value: made('copy-hot') },
          {
            key: 'cold',
            label: `Copy on ${data.coldDisk}`,
            value: made('copy-cold'),
            note: 'Same parts as the table, without merges. Both copies are dropped at the end.',
          },
        ]
      : [
          {
            key: 'data',
            label: 'Data',
            value: 'the table itself',
            note: data.mayEmptyCache
              ? 'The cached data of the table was dropped before each first run.'
              : 'Nothing was copied. No cache was dropped.',
          },
        ]),
    { key: 'runs', label: 'Runs of each tier', value: runs },
    { key: 'threads', label: 'Threads', value: threads === 0 ? 'server default' : threads },
    { key: 'limit', label: 'Longest run', value: formatDuration(maxSeconds * 1_000) },
    {
      key: 'price',
      label: 'A million GETs',
      value: formatMoney(
        centsPerMillionGets === undefined ? null : centsPerMillionGets / 100,
        spec.currency ?? '$',
      ),
    },
  ]
}
