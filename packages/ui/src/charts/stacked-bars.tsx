'use client'
import { lazy } from 'react'
import type { StackedBar } from './bars-drawing.tsx'
import { ChartFrame } from './chart-frame.tsx'
import type { ChartProps, ChartSeries } from './chart-series.ts'

const BarsDrawing = lazy(() => import('./bars-drawing.tsx'))

export interface StackedBarsProps extends ChartProps {
  series: readonly ChartSeries[]
  bars: readonly StackedBar[]
}

export function StackedBars(props: StackedBarsProps) {
  return <Bars {...props} grouped={false} />
}

/** The values of each bar side by side. */
export function GroupedBars(props: StackedBarsProps) {
  return <Bars {...props} grouped />
}

function Bars({
  label,
  series,
  bars,
  formatValue,
  heightPx = 200,
  className,
  grouped,
}: StackedBarsProps & { grouped: boolean }) {
  return (
    <ChartFrame
      label={label}
      heightPx={heightPx}
      className={className}
      series={series}
      columns={['Name', ...series.map((each) => each.label)]}
      rows={bars.map((bar) => ({
        key: bar.name,
        cells: [bar.name, ...series.map((each) => formatValue(bar.values[each.key] ?? null))],
      }))}
    >
      <BarsDrawing series={series} bars={bars} formatValue={formatValue} grouped={grouped} />
    </ChartFrame>
  )
}
