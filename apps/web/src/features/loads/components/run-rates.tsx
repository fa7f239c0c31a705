import { formatExactTime, formatShortCount, StackedBars } from '@frostline/ui'
import type { LoadSummary } from '../load.ts'
import { figuresOf } from '../run-figures.ts'

const barsShown = 30

/** Rates of the newest loads, one bar each. Nothing without a comparison. */
export function RunRates({ loads }: { loads: readonly LoadSummary[] }) {
  const bars = loads
    .slice(0, barsShown)
    .toReversed()
    .flatMap((load) => {
      const { rowsPerSecond } = figuresOf(load)
      return rowsPerSecond === null
        ? []
        : [{ name: formatExactTime(load.createdAt).slice(5, 19), values: { rate: rowsPerSecond } }]
    })
  if (bars.length < 2) return null
  return (
    <div className="border-b p-4">
      <h3 className="mb-2 text-ink-3 text-xs">
        Rows per second of the last {bars.length} loads, oldest first
      </h3>
      <StackedBars
        label={`Rows per second of the last ${bars.length} loads`}
        heightPx={120}
        series={[{ key: 'rate', label: 'Rows per second', color: 'var(--color-accent)' }]}
        bars={bars}
        formatValue={(value) => (value === null ? '—' : `${formatShortCount(value)}/s`)}
      />
    </div>
  )
}
