'use client'
import { formatElapsed, formatShortCount, tierColors } from '@frostline/ui'
import { formatRate } from '../format-rate.ts'
import type { NodeHistory } from '../hooks/use-history.ts'
import { HistoryChart } from './history-chart.tsx'

type Figures = NonNullable<NodeHistory['points'][number]['figures']>

interface Chart {
  title: string
  unit: string
  stacked?: boolean
  series: readonly { key: keyof Figures & string; label: string; color: string }[]
  formatValue: (value: number | null) => string
}

const ink = 'var(--color-ink-3)'
const accent = 'var(--color-accent)'
const bad = 'var(--color-danger)'
const warn = 'var(--color-warn)'

const storeCharts: readonly Chart[] = [
  {
    title: 'Requests to object storage',
    unit: 'Requests a second, repeated ones included.',
    stacked: true,
    series: [
      { key: 'readRequestsPerSecond', label: 'Read', color: tierColors.cold },
      { key: 'listRequestsPerSecond', label: 'List', color: accent },
      { key: 'writeRequestsPerSecond', label: 'Write', color: tierColors.hot },
      { key: 'deleteRequestsPerSecond', label: 'Delete', color: ink },
    ],
    formatValue: (value) => (value === null ? 'unknown' : `${formatRate(value)}/s`),
  },
  {
    title: 'Errors of object storage',
    unit: 'Failed and throttled requests a minute. Most of them were repeated.',
    series: [
      { key: 'readErrorsPerMinute', label: 'Failed reads', color: bad },
      { key: 'writeErrorsPerMinute', label: 'Failed writes', color: tierColors.hot },
      { key: 'throttledRequestsPerMinute', label: 'Throttled', color: warn },
    ],
    formatValue: (value) => (value === null ? 'unknown' : `${formatRate(value)}/min`),
  },
  {
    title: 'Latency of object storage',
    unit: 'Average time of a request.',
    series: [
      { key: 'readLatencyMs', label: 'Read', color: tierColors.cold },
      { key: 'writeLatencyMs', label: 'Write', color: tierColors.hot },
    ],
    formatValue: (value) => (value === null ? 'no requests' : formatElapsed(value)),
  },
]

const charts: readonly Chart[] = [
  ...storeCharts,
  {
    title: 'Parts',
    unit: 'Active parts of all tables, system tables included.',
    series: [{ key: 'parts', label: 'Parts', color: accent }],
    formatValue: formatShortCount,
  },
  {
    title: 'Moves',
    unit: 'Parts that were moving, the most at one time in each step.',
    series: [{ key: 'runningMoves', label: 'Moves', color: accent }],
    formatValue: formatShortCount,
  },
  {
    title: 'Replication queue',
    unit: 'Entries of all tables, the most at one time in each step.',
    series: [{ key: 'queueEntries', label: 'Entries', color: accent }],
    formatValue: formatShortCount,
  },
]

interface NodeChartsProps {
  points: NodeHistory['points']
  /** Only those of object storage. */
  storeOnly?: boolean
}

export function NodeCharts({ points, storeOnly = false }: NodeChartsProps) {
  const shown = points.map(({ at, figures }) => ({
    at,
    values: figures
      ? Object.fromEntries(
          Object.entries(figures).map(([key, value]) => [key, value === null ? null : Number(value)]),
        )
      : {},
  }))
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      {(storeOnly ? storeCharts : charts).map((chart) => (
        <HistoryChart key={chart.title} {...chart} points={shown} />
      ))}
    </div>
  )
}
