'use client'
import { lazy } from 'react'
import { ChartFrame } from './chart-frame.tsx'
import type { ChartProps, ChartSeries } from './chart-series.ts'
import type { SpreadBar } from './spread-drawing.tsx'

const SpreadDrawing = lazy(() => import('./spread-drawing.tsx'))

export interface SpreadBarsProps extends ChartProps {
  series: readonly ChartSeries[]
  bars: readonly SpreadBar[]
}

/** Bars side by side, each with a line from its low to its high. */
export function SpreadBars({ label, series, bars, formatValue, heightPx = 240, className }: SpreadBarsProps) {
  return (
    <ChartFrame
      label={label}
      heightPx={heightPx}
      className={className}
      series={series}
      columns={['Name', ...series.map((each) => each.label)]}
      rows={bars.map((bar) => ({
        key: bar.name,
        cells: [
          bar.name,
          ...series.map(({ key }) => {
            const spread = bar.values[key]
            return spread
              ? `${formatValue(spread.middle)}, from ${formatValue(spread.low)} to ${formatValue(spread.high)}`
              : formatValue(null)
          }),
        ],
      }))}
    >
      <SpreadDrawing series={series} bars={bars} formatValue={formatValue} />
    </ChartFrame>
  )
}
