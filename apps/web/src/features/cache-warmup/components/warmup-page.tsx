'use client'
import { CodeBlock, formatByteRate, formatCountOf, KeyValueList, Panel } from '@frostline/ui'
import Link from 'next/link'
import { HistoryPanel } from '@/features/run/history-panel.tsx'
import { RunHeader } from '@/features/run/run-header.tsx'
import { PageWithoutData } from '@/features/shell/components/page-without-data.tsx'
import { routes } from '@/navigation/routes.ts'
import { panelFromLedger } from '@/trpc/panel-from-query.ts'
import { useWarmup } from '../hooks/use-warmups.ts'
import { type WarmupDetail, warmupLooks } from '../warmup.ts'
import { ComparisonPanel } from './comparison-panel.tsx'
import { StepsPanel } from './steps-panel.tsx'
import { WarmupActions } from './warmup-actions.tsx'
import { WarmupProgress } from './warmup-progress.tsx'

/** One warm-up: how far it is, what each partition brought, and what it was good for. */
export function WarmupPage({ id }: { id: string }) {
  const query = useWarmup(id)
  const warmup = query.data
  if (!warmup) return <PageWithoutData title="Warm-up" task="read the warm-up" query={query} />
  const { clusterSlug, database, table, spec } = warmup
  return (
    <div className="flex flex-col gap-4">
      <RunHeader
        title={
          <>
            Warm-up of{' '}
            <Link className="font-mono hover:underline" href={routes.table(clusterSlug, database, table)}>
              {database}.{table}
            </Link>
          </>
        }
        look={warmupLooks[warmup.status]}
        run={warmup}
        pausedBy={warmup.pausedBy}
        actions={<WarmupActions warmup={warmup} />}
        onError={{
          title: 'Some partitions were not read',
          hint: 'The table below lists the reasons. Fix them, then retry. Cached data is not fetched again.',
        }}
      />
      <WarmupProgress warmup={warmup} panel={panelFromLedger(query, { task: 'read the warm-up' })} />
      {spec.measured ? <ComparisonPanel warmup={warmup} /> : null}
      <StepsPanel warmup={warmup} />
      <HistoryPanel id={id} kind="cache-warmup" />
      <Panel title="Configuration">
        <KeyValueList items={factsOf(warmup)} />
        {spec.where && !warmup.hidesSql ? (
          <CodeBlock className="mt-4 max-h-60" code={spec.where} label="Condition" wrap />
        ) : null}
      </Panel>
    </div>
  )
}

function factsOf({ spec, columns, bytesPerSecond }: WarmupDetail) {
  const { partitions, where, nodes, replicas, threads } = spec
  return [
    {
      key: 'partitions',
      label: 'Partitions',
      value:
        partitions.kind === 'all'
          ? 'all'
          : partitions.kind === 'newest'
            ? `the newest ${partitions.count}`
            : partitions.ids.join(', '),
      note: 'Of the partitions behind a cache when it was planned.',
    },
    {
      key: 'columns',
      label: 'Columns',
      value: spec.columns ? columns.join(', ') : `all ${columns.length}`,
      mono: spec.columns !== null,
    },
    {
      key: 'condition',
      label: 'Condition',
      value: where === null ? 'none' : 'as below',
      note: where === null ? undefined : 'Only granules that may match. Only admins can see its text.',
    },
    {
      key: 'nodes',
      label: 'Nodes',
      value: `${replicas === 'one' ? 'one replica of each shard, of ' : ''}${nodes ? nodes.join(', ') : 'all that have the table'}`,
    },
    {
      key: 'pace',
      label: 'Pace',
      value: bytesPerSecond === null ? 'no rate limit' : `at most ${formatByteRate(bytesPerSecond)}`,
      note: `One statement at a time per node, with ${formatCountOf(threads, 'thread')}.`,
    },
  ]
}
