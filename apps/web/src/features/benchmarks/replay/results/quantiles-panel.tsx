'use client'
import {
  bytesColumn,
  column,
  countColumn,
  type DataColumn,
  DataTable,
  formatCountRate,
  formatElapsed,
  GroupedBars,
  numberColumn,
  Panel,
} from '@frostline/ui'
import { CompareChoice } from '../../components/compare-choice.tsx'
import { listTargets, quantileKeys, quantileLabels, type Replay, type ReplayTargetResult } from '../replay.ts'

interface QuantilesPanelProps {
  replay: Replay
  /** The replay it is compared with, if loaded. */
  other: Replay | undefined
  otherId: string
  onCompare: (id: string) => void
}

interface Line {
  id: string
  label: string
  color: string
  /** Null: no run has ended yet. */
  result: ReplayTargetResult | null
}

const ownColors = ['var(--color-accent)', 'var(--color-cold)'] as const
const otherColors = ['var(--color-hot)', 'var(--color-ink-3)'] as const

/** Quantiles of both targets side by side, and beside those of a selected replay. */
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
  column('target', 'Target', { minWidthPx: 300, hideable: false }, (row) => (
    <span className="flex min-w-0 items-center gap-2" title={row.label}>
      <span aria-hidden className="size-2.5 shrink-0 rounded-sm" style={{ background: row.color }} />
      <span className="truncate">{row.label}</span>
    </span>
  )),
  countColumn('runs', 'Ended', 80, ({ result }) => result?.runs ?? 0),
  countColumn('failed', 'Failed', 76, ({ result }) => result?.failed ?? 0),
  ...quantileKeys.map(
    (key): DataColumn<Line> =>
      numberColumn(key, quantileLabels[key], 84, ({ result }) =>
        formatElapsed(result?.quantilesMs?.[key] ?? null),
      ),
  ),
  numberColumn(
    'server',
    'Server p50',
    { minWidthPx: 124, description: 'From the server log, without network time.' },
    ({ result }) => formatElapsed(result?.serverMedianMs ?? null),
  ),
  numberColumn('rate', 'Rate', 110, ({ result }) => formatCountRate(result?.perSecond ?? null, 'queries')),
  countColumn('rows', 'Rows read', { minWidthPx: 100, grow: 1 }, ({ result }) => result?.readRows ?? null),
  bytesColumn(
    'bytes',
    'Bytes read',
    { minWidthPx: 100, grow: 1, description: 'Uncompressed.' },
    ({ result }) => result?.readBytes ?? null,
  ),
  bytesColumn(
    'store',
    'From the store',
    { minWidthPx: 120, grow: 1 },
    ({ result }) => result?.storeBytes ?? null,
  ),
  bytesColumn(
    'cache',
    'From the cache',
    { minWidthPx: 120, grow: 1 },
    ({ result }) => result?.cacheBytes ?? null,
  ),
  countColumn('gets', 'GETs', 80, ({ result }) => result?.storeRequests ?? null),
]
