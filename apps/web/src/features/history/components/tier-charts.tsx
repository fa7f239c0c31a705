'use client'
import { formatBytes, formatCount, formatShortCount, TierSwatch, tierColors, tierLabels } from '@frostline/ui'
import type { TierHistory } from '../hooks/use-history.ts'
import { HistoryChart } from './history-chart.tsx'

type Points = TierHistory['points']

const bytesSeries = [
  { key: 'coldBytes', label: tierLabels.cold, color: tierColors.cold },
  { key: 'hotBytes', label: tierLabels.hot, color: tierColors.hot },
]
const partsSeries = [
  { key: 'coldParts', label: tierLabels.cold, color: tierColors.cold },
  { key: 'hotParts', label: tierLabels.hot, color: tierColors.hot },
]

export function TierBytesChart({ points }: { points: Points }) {
  return (
    <HistoryChart
      title="Hot and cold bytes"
      unit="Bytes of active parts, copies of replicas included."
      note={<Latest points={points} />}
      stacked
      heightPx={200}
      series={bytesSeries}
      points={points.map(({ at, figures }) => ({
        at,
        values: figures ? { hotBytes: Number(figures.hotBytes), coldBytes: Number(figures.coldBytes) } : {},
      }))}
      formatValue={formatBytes}
    />
  )
}

export function TierPartsChart({ points }: { points: Points }) {
  return (
    <HistoryChart
      title="Hot and cold parts"
      unit="Active parts, copies of replicas included."
      stacked
      series={partsSeries}
      points={points.map(({ at, figures }) => ({
        at,
        values: figures ? { hotParts: Number(figures.hotParts), coldParts: Number(figures.coldParts) } : {},
      }))}
      formatValue={formatShortCount}
    />
  )
}

export function RowsChart({ points }: { points: Points }) {
  return (
    <HistoryChart
      title="Rows"
      unit="Rows of active parts, copies of replicas included."
      series={[{ key: 'rows', label: 'Rows', color: 'var(--color-accent)' }]}
      points={points.map(({ at, figures }) => ({
        at,
        values: figures ? { rows: Number(figures.hotRows + figures.coldRows) } : {},
      }))}
      formatValue={formatShortCount}
    />
  )
}

/** The last values, and how they changed over the range. */
function Latest({ points }: { points: Points }) {
  const first = points.find(({ figures }) => figures)?.figures
  const last = points.findLast(({ figures }) => figures)?.figures
  if (!first || !last) return null
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-1">
      {(['hot', 'cold'] as const).map((tier) => {
        const change = last[`${tier}Bytes`] - first[`${tier}Bytes`]
        return (
          <div key={tier} className="min-w-0">
            <dt className="flex items-center gap-1.5 text-ink-3 text-xs">
              <TierSwatch tier={tier} />
              {tierLabels[tier]}
            </dt>
            <dd className="flex flex-wrap items-baseline gap-x-2">
              <span
                className="font-semibold text-xl tracking-tight"
                title={`${formatCount(last[`${tier}Bytes`])} bytes`}
              >
                {formatBytes(last[`${tier}Bytes`])}
              </span>
              <span className="text-ink-3 text-xs">{describeChange(change)}</span>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

function describeChange(bytes: bigint): string {
  if (bytes === 0n) return 'unchanged in this range'
  return `${bytes > 0n ? '+' : '−'}${formatBytes(bytes > 0n ? bytes : -bytes)} in this range`
}
