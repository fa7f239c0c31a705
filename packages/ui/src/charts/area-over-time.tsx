'use client'
import { lazy } from 'react'
import { formatExactTime } from '../format/format-time.ts'
import type { AreaPoint } from './area-drawing.tsx'
import { ChartFrame } from './chart-frame.tsx'
import type { ChartProps, ChartSeries } from './chart-series.ts'

const AreaDrawing = lazy(() => import('./area-drawing.tsx'))

export interface AreaOverTimeProps extends ChartProps {
  series: readonly ChartSeries[]
  points: readonly AreaPoint[]
  stacked?: boolean | undefined
}

export function AreaOverTime(props: AreaOverTimeProps) {
  const { label, series, points, stacked = false, formatValue, heightPx = 200, className } = props
  return (
    <ChartFrame
      label={label}
      heightPx={heightPx}
      className={className}
      series={series}
      columns={['Time', ...series.map((each) => each.label)]}
      rows={points.map((point) => ({
        key: point.at.toISOString(),
        cells: [
          formatExactTime(point.at),
          ...series.map((each) => formatValue(point.values[each.key] ?? null)),
        ],
      }))}
    >
      <AreaDrawing series={series} points={points} stacked={stacked} formatValue={formatValue} />
    </ChartFrame>
  )
}
