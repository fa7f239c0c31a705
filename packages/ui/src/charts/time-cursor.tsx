'use client'
import { formatExactTime } from '../format/format-time.ts'
import type { AreaPoint } from './area-drawing.tsx'
import type { ChartSeries } from './chart-series.ts'
import { ChartTooltip } from './chart-tooltip.tsx'
import type { Brush } from './use-brush.ts'

interface TimeCursorProps {
  label: string
  points: readonly AreaPoint[]
  series: readonly ChartSeries[]
  formatValue: (value: number | null) => string
  brush: Brush
}

/** The chart for the keyboard: reads out one time after the other, and selects what to zoom to. */
export function TimeCursor({ label, points, series, formatValue, brush }: TimeCursorProps) {
  const { active, selected } = brush
  const at = active ?? points.length - 1
  const point = points[at]
  const texts = series.map((each) => `${each.label} ${formatValue(point?.values[each.key] ?? null)}`)
  const range = selected?.map((index) => formatExactTime(points[index]?.at)).join(' to ')
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={`${label}: time`}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, points.length - 1)}
      aria-valuenow={Math.max(0, at)}
      aria-valuetext={
        point
          ? `${formatExactTime(point.at)}: ${texts.join(', ')}${range ? `. Selected: ${range}` : ''}`
          : 'No samples'
      }
      title="Arrow keys read values. Shift with an arrow key selects, Enter zooms to the selection."
      onKeyDown={brush.onKeyDown}
      onBlur={brush.onBlur}
      className="pointer-events-none absolute inset-0 rounded-sm"
    >
      {active !== null && point ? (
        <div aria-hidden className="absolute top-1 right-1">
          <ChartTooltip
            title={formatExactTime(point.at)}
            series={series}
            values={point.values}
            formatValue={formatValue}
          />
        </div>
      ) : null}
    </div>
  )
}
