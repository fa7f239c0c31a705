'use client'
import { bytesColumn, column, type DataColumn, formatCountOf, monoColumn } from '@frostline/ui'
import { durationColumn, errorColumn, stateColumn } from '@/features/run/run-columns.tsx'
import { PagedPanel } from '@/features/status/paged-panel.tsx'
import { integerParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { useWarmupSteps } from '../hooks/use-warmups.ts'
import { stepLooks, type WarmupDetail, type WarmupStep } from '../warmup.ts'
import { StepDrawer } from './step-drawer.tsx'

/** The step whose drawer is open; -1 for none. */
const params = { step: integerParam(-1, 0) }

/** The ledger: the result of each partition on each node. */
export function StepsPanel({ warmup }: { warmup: WarmupDetail }) {
  const [{ step }, setUrl] = useUrlState(params)
  const query = useWarmupSteps(warmup.id)
  return (
    <PagedPanel
      title="Partitions"
      description="Each partition is read twice: to fetch it, and to verify that it is cached. Open one to see its statement."
      task="read the partitions"
      label="Partitions"
      query={query}
      rowsOf={(page) => page.steps}
      columns={columnsOf((ordinal) => setUrl({ step: ordinal }, { history: 'push' }))}
      footer={(total) =>
        `${warmup.steps.completed} of ${formatCountOf(total, 'partition')} read${warmup.steps.failed > 0 ? `, ${warmup.steps.failed} failed` : ''}`
      }
      maxHeightPx={420}
    >
      <StepDrawer
        warmup={warmup}
        ordinal={step < 0 ? null : step}
        onClose={() => setUrl({ step: -1 }, { history: 'push' })}
      />
    </PagedPanel>
  )
}

function columnsOf(onOpen: (ordinal: number) => void): readonly DataColumn<WarmupStep>[] {
  return [
    column('partition', 'Partition', { minWidthPx: 130, hideable: false }, (row) => (
      <button
        type="button"
        className="truncate font-mono text-accent-ink text-xs hover:underline"
        onClick={() => onOpen(row.ordinal)}
        aria-label={`${row.partitionId} on ${row.nodeName}`}
      >
        {row.partitionId}
      </button>
    )),
    monoColumn('node', 'Node', 150, (row) => row.nodeName),
    stateColumn((row) => stepLooks[row.status]),
    bytesColumn('wanted', 'Selected', 90, (row) => row.wantedBytes),
    bytesColumn('before', 'Cached before', 120, (row) => row.cachedBytes),
    bytesColumn(
      'fetched',
      'Fetched',
      { minWidthPx: 90, description: 'From the store by both reads, including marks.' },
      (row) => row.fetchedBytes,
    ),
    bytesColumn(
      'missing',
      'Missing afterwards',
      { minWidthPx: 112, description: 'Bytes that the second read did not find in the cache.', none: '—' },
      (row) => row.provedStoreBytes,
    ),
    bytesColumn('after', 'Cached at the end', { minWidthPx: 140, none: '—' }, (row) => row.cachedAfterBytes),
    durationColumn((row) => [row.startedAt, row.finishedAt]),
    errorColumn(),
  ]
}
