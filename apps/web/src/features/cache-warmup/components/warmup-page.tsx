'use client'
import {
  Button,
  CodeBlock,
  formatByteRate,
  formatBytes,
  formatCountOf,
  KeyValueList,
  NumberField,
  Panel,
} from '@frostline/ui'
import { SlidersHorizontal } from 'lucide-react'
import { z } from 'zod'
import { useRoleAllows } from '@/auth/use-person.ts'
import { HistoryPanel } from '@/features/run/history-panel.tsx'
import { RunActions } from '@/features/run/run-actions.tsx'
import { RunHeader } from '@/features/run/run-header.tsx'
import { PageWithoutData } from '@/features/shell/components/page-without-data.tsx'
import { FormDialog } from '@/form/form-frame.tsx'
import { routes } from '@/navigation/routes.ts'
import { panelFromLedger } from '@/trpc/panel-from-query.ts'
import { useWarmupActions } from '../hooks/use-warmup-actions.ts'
import { useWarmup } from '../hooks/use-warmups.ts'
import { rateLimit, writeRateLimit } from '../rate-limit.ts'
import { isActiveWarmup, type WarmupDetail, warmupLooks } from '../warmup.ts'
import { ComparisonPanel } from './comparison-panel.tsx'
import { StepsPanel } from './steps-panel.tsx'
import { WarmupProgress } from './warmup-progress.tsx'

const paceForm = z.object({ bytesPerSecond: rateLimit })

/** Changes the read rate from the store, also while it runs. */
function PaceDialog({ warmup }: { warmup: Pick<WarmupDetail, 'id' | 'bytesPerSecond'> }) {
  const { setPace } = useWarmupActions()
  return (
    <FormDialog
      title="Pace"
      description="Running reads are stopped and sent again at the new rate. Cached data is not fetched again."
      size="sm"
      trigger={<Button icon={<SlidersHorizontal aria-hidden />}>Change rate limit</Button>}
      schema={paceForm}
      initial={() => ({ bytesPerSecond: writeRateLimit(warmup.bytesPerSecond) })}
      submit="Apply"
      save={(pace) => setPace.mutateAsync({ id: warmup.id, ...pace })}
    >
      {(form) => (
        <NumberField
          {...form.field('bytesPerSecond')}
          decimal
          optional
          label="Rate limit per node, MiB/s"
          hint="Leave empty for no limit."
        />
      )}
    </FormDialog>
  )
}

/** Actions that its current state allows. */
function WarmupActions({ warmup }: { warmup: WarmupDetail }) {
  const { status, spec, database, table } = warmup
  const operator = useRoleAllows('operator')
  const mayRetry = useRoleAllows(spec.where !== null || spec.measured !== null ? 'admin' : 'operator')
  const actions = useWarmupActions()
  if (!operator) return null
  const mayChange = (isActiveWarmup(warmup) || status === 'paused') && status !== 'cancelling'
  const fetched = `${formatBytes(warmup.fetchedBytes)} that were fetched stay in the caches`
  return (
    <RunActions
      run={warmup}
      send={actions}
      cancel={{
        title: `Cancel the warm-up of ${database}.${table}?`,
        description: `Running reads are killed. ${fetched}. A retry continues from there.`,
        confirmLabel: 'Cancel warm-up',
      }}
      retry={
        mayRetry
          ? {
              title: `Retry the warm-up of ${database}.${table}?`,
              description: `${fetched} and are not fetched again. Partitions that were not read are read with the same plan.`,
            }
          : null
      }
      before={mayChange ? <PaceDialog warmup={warmup} /> : null}
    />
  )
}

/** One warm-up: its progress, the result of each partition, and the effect on the measured query. */
export function WarmupPage({ id }: { id: string }) {
  const query = useWarmup(id)
  const warmup = query.data
  if (!warmup) return <PageWithoutData title="Warm-up" task="read the warm-up" query={query} />
  const { clusterSlug, database, table, spec } = warmup
  return (
    <div className="flex flex-col gap-4">
      <RunHeader
        lead="Warm-up of"
        subject={`${database}.${table}`}
        href={routes.table(clusterSlug, database, table)}
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
      note: 'Of the partitions behind a cache at planning time.',
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
