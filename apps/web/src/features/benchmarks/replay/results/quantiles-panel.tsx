'use client'
import {
  Bytes,
  Count,
  type DataColumn,
  DataTable,
  formatCountRate,
  formatElapsed,
  GroupedBars,
  Panel,
} from '@frostline/ui'
import { CompareChoice } from '../../components/compare-choice.tsx'
import { listTargets, quantileKeys, quantileLabels, type Replay, type ReplayTargetResult } from '../replay.ts'

interface QuantilesPanelProps {
  replay: Replay
  /** The one that it is compared with, when it is there. */
  other: Replay | undefined
  otherId: string
  onCompare: (id: string) => void
}

interface Line {
  id: string
  label: string
  color: string
  /** Null: nothing of it has ended yet. */
  result: ReplayTargetResult | null
}

const ownColors = ['var(--color-accent)', 'var(--color-cold)'] as const
const otherColors = ['var(--color-hot)', 'var(--color-ink-3)'] as const

/** Quantiles of both targets side by side, and beside those of another replay where one is chosen. */
export function QuantilesPanel({ replay, other, otherId, onCompare }: QuantilesPanelProps) {
  const lines = [...linesOf(replay, '', ownColors), ...(other ? linesOf(other, 'other ', otherColors) : [])]
  return (
    <Panel
      title="Query time"
      description="Client-side time of successful queries, measured by the worker."
      actions={<CompareChoice bench={replay} otherId={otherId} onCompare={onCompare} />}
      flush
    >
      <GroupedBars
        label="Quantiles by target"
        className="p-4"
        series={lines.map(({ id, label, color }) => ({ key: id, label, color }))}
        formatValue={formatElapsed}
        bars={quantileKeys.map((key) => ({
          name: quantileLabels[key],
          values: Object.fromEntries(lines.map(({ id, result }) => [id, result?.quantilesMs?.[key] ?? null])),
        }))}
      />
      <DataTable label="Targets" columns={columns} rows={lines} getRowId={(row) => row.id} />
    </Panel>
  )
}

function linesOf(replay: Replay, prefix: string, colors: readonly string[]): Line[] {
  return listTargets(replay).map(({ key, letter, name }, index) => ({
    color: colors[index] ?? 'var(--color-ink-3)',
    id: `${prefix}${key}`,
    label: `${prefix}${letter}: ${name}`,
    result: replay.targets.find(({ target }) => target === key) ?? null,
  }))
}

const columns: readonly DataColumn<Line>[] = [
  {
    id: 'target',
    header: 'Target',
    minWidthPx: 300,
    hideable: false,
    cell: (row) => (
      <span className="flex min-w-0 items-center gap-2" title={row.label}>
        <span aria-hidden className="size-2.5 shrink-0 rounded-sm" style={{ background: row.color }} />
        <span className="truncate">{row.label}</span>
      </span>
    ),
  },
  {
    id: 'runs',
    header: 'Ended',
    align: 'end',
    minWidthPx: 80,
    grow: 0,
    cell: ({ result }) => <Count value={result?.runs ?? 0} />,
  },
  {
    id: 'failed',
    header: 'Failed',
    align: 'end',
    minWidthPx: 76,
    grow: 0,
    cell: ({ result }) => <Count value={result?.failed ?? 0} />,
  },
  ...quantileKeys.map(
    (key): DataColumn<Line> => ({
      id: key,
      header: quantileLabels[key],
      align: 'end',
      minWidthPx: 84,
      grow: 0,
      cell: ({ result }) => formatElapsed(result?.quantilesMs?.[key] ?? null),
    }),
  ),
  {
    id: 'server',
    header: 'p50 of the server',
    description: 'From the server log, without network time.',
    align: 'end',
    minWidthPx: 124,
    grow: 0,
    cell: ({ result }) => formatElapsed(result?.serverMedianMs ?? null),
  },
  {
    id: 'rate',
    header: 'Rate',
    align: 'end',
    minWidthPx: 110,
    grow: 0,
    cell: ({ result }) => formatCountRate(result?.perSecond ?? null, 'queries'),
  },
  {
    id: 'rows',
    header: 'Rows read',
    align: 'end',
    minWidthPx: 100,
    cell: ({ result }) => <Count value={result?.readRows ?? null} />,
  },
  {
    id: 'bytes',
    header: 'Bytes read',
    description: 'Unpacked.',
    align: 'end',
    minWidthPx: 100,
    cell: ({ result }) => <Bytes value={result?.readBytes ?? null} />,
  },
  {
    id: 'store',
    header: 'From the store',
    align: 'end',
    minWidthPx: 120,
    cell: ({ result }) => <Bytes value={result?.storeBytes ?? null} />,
  },
  {
    id: 'cache',
    header: 'From the cache',
    align: 'end',
    minWidthPx: 120,
    cell: ({ result }) => <Bytes value={result?.cacheBytes ?? null} />,
  },
  {
    id: 'gets',
    header: 'GETs',
    align: 'end',
    minWidthPx: 80,
    grow: 0,
    cell: ({ result }) => <Count value={result?.storeRequests ?? null} />,
  },
]
