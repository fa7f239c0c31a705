'use client'
import { Bytes, type DataColumn, DataTable, formatCountOf, Panel } from '@frostline/ui'
import { errorColumn, stateColumn, tookColumn } from '@/features/run/run-columns.tsx'
import { integerParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { moreRows } from '@/trpc/more-rows.ts'
import { panelFromInfinite } from '@/trpc/panel-from-query.ts'
import { useWarmupSteps } from '../hooks/use-warmups.ts'
import { stepLooks, type WarmupDetail, type WarmupStep } from '../warmup.ts'
import { StepDrawer } from './step-drawer.tsx'

/** The step whose drawer is open; -1 for none. */
const params = { step: integerParam(-1, 0) }

/** The ledger: what became of each partition on each node. */
export function StepsPanel({ warmup }: { warmup: WarmupDetail }) {
  const [{ step }, setUrl] = useUrlState(params)
  const query = useWarmupSteps(warmup.id)
  const rows = query.data?.pages.flatMap((page) => page.steps) ?? []
  const total = query.data?.pages[0]?.total ?? 0
  return (
    <Panel
      title="Partitions"
      description="Each partition is read twice: to fetch it, and to verify that it is cached. Open one to see its statement."
      flush
      minHeightPx={160}
      {...panelFromInfinite(query, { task: 'read the partitions' })}
      footer={
        <span role="status">
          {`${warmup.steps.completed} of ${formatCountOf(total, 'partition')} read`}
          {warmup.steps.failed > 0 ? `, ${warmup.steps.failed} failed` : ''}
        </span>
      }
    >
      <DataTable
        label="Partitions"
        columns={columnsOf((ordinal) => setUrl({ step: ordinal }, { history: 'push' }))}
        rows={rows}
        getRowId={(row) => String(row.ordinal)}
        totalCount={total}
        maxHeightPx={420}
        {...moreRows(query)}
      />
      <StepDrawer
        warmup={warmup}
        ordinal={step < 0 ? null : step}
        onClose={() => setUrl({ step: -1 }, { history: 'push' })}
      />
    </Panel>
  )
}

function columnsOf(onOpen: (ordinal: number) => void): readonly DataColumn<WarmupStep>[] {
  return [
    {
      id: 'partition',
      header: 'Partition',
      minWidthPx: 130,
      hideable: false,
      cell: (row) => (
        <button
          type="button"
          className="truncate font-mono text-accent-ink text-xs hover:underline"
          onClick={() => onOpen(row.ordinal)}
          aria-label={`${row.partitionId} on ${row.nodeName}`}
        >
          {row.partitionId}
        </button>
      ),
    },
    {
      id: 'node',
      header: 'Node',
      minWidthPx: 150,
      cell: (row) => <span className="truncate font-mono text-xs">{row.nodeName}</span>,
    },
    stateColumn((row) => stepLooks[row.status]),
    {
      id: 'wanted',
      header: 'Wanted',
      align: 'end',
      minWidthPx: 90,
      grow: 0,
      cell: (row) => <Bytes value={row.wantedBytes} />,
    },
    {
      id: 'before',
      header: 'Cached before',
      align: 'end',
      minWidthPx: 120,
      grow: 0,
      cell: (row) => <Bytes value={row.cachedBytes} />,
    },
    {
      id: 'fetched',
      header: 'Fetched',
      description: 'From the store by both reads, including marks.',
      align: 'end',
      minWidthPx: 90,
      grow: 0,
      cell: (row) => <Bytes value={row.fetchedBytes} />,
    },
    {
      id: 'missing',
      header: 'Missing then',
      description: 'Bytes that the second read did not find in the cache.',
      align: 'end',
      minWidthPx: 112,
      grow: 0,
      cell: (row) => (row.provedStoreBytes === null ? '—' : <Bytes value={row.provedStoreBytes} />),
    },
    {
      id: 'after',
      header: 'Cached at the end',
      align: 'end',
      minWidthPx: 140,
      grow: 0,
      cell: (row) => (row.cachedAfterBytes === null ? '—' : <Bytes value={row.cachedAfterBytes} />),
    },
    tookColumn((row) => [row.startedAt, row.finishedAt]),
    errorColumn(),
  ]
}
