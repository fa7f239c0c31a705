'use client'
import { formatBytes, formatPercent, tierColors } from '@frostline/ui'
import type { CacheHistory } from '../hooks/use-history.ts'
import { HistoryChart } from './history-chart.tsx'

const ratioSeries = [
  { key: 'byteHitRatio', label: 'By bytes', color: tierColors.cache },
  { key: 'requestHitRatio', label: 'By requests', color: 'var(--color-accent)' },
]
const byteSeries = [
  { key: 'fromCacheBytesPerSecond', label: 'From the cache', color: tierColors.cache },
  { key: 'fromStoreBytesPerSecond', label: 'From the store', color: tierColors.cold },
]
const sizeSeries = [{ key: 'sizeBytes', label: 'Size', color: tierColors.cache }]

export function CacheCharts({ points }: { points: CacheHistory['points'] }) {
  const shown = points.map(({ at, figures }) => ({
    at,
    values: figures ? { ...figures, sizeBytes: Number(figures.sizeBytes), limitBytes: null } : {},
  }))
  return (
    <div className="flex flex-col gap-5">
      <HistoryChart
        title="Hit ratio"
        unit="Share of what was read through the caches."
        series={ratioSeries}
        points={shown}
        formatValue={(value) => (value === null ? 'no reads' : formatPercent(value))}
      />
      <div className="grid gap-5 lg:grid-cols-2">
        <HistoryChart
          title="Read through the caches"
          unit="Bytes a second."
          stacked
          series={byteSeries}
          points={shown}
          formatValue={formatBytes}
        />
        <HistoryChart
          title="Size of the caches"
          unit="Bytes that the caches hold."
          series={sizeSeries}
          points={shown}
          formatValue={formatBytes}
        />
      </div>
    </div>
  )
}
