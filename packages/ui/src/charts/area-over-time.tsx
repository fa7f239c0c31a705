'use client'
import { lazy } from 'react'
import { formatExactTime } from '../format/format-time.ts'
import type { AreaPoint } from './area-drawing.tsx'
import { ChartFrame } from './chart-frame.tsx'
import type { ChartProps, ChartSeries } from './chart-series.ts'
import { TimeCursor } from './time-cursor.tsx'
import { useBrush } from './use-brush.ts'

const AreaDrawing = lazy(() => import('./area-drawing.tsx'))

export interface AreaOverTimeProps extends ChartProps {
  series: readonly ChartSeries[]
  points: readonly AreaPoint[]
  stacked?: boolean | undefined
  /** Called with the time that a person selected, by dragging or by keys. Omitted: nothing can be selected. */
  onZoom?: ((from: Date, to: Date) => void) | undefined
}

export function AreaOverTime(props: AreaOverTimeProps) {
  const { label, series, points, stacked = false, formatValue, heightPx = 200, className, onZoom } = props
  const stepMs = Math.max(1, (points[1]?.at.getTime() ?? 0) - (points[0]?.at.getTime() ?? 0))
  const zoom = (from: number, to: number) => {
    const [first, last] = [points[from], points[to]]
    // The last step is selected as a whole.
    if (first && last) onZoom?.(first.at, new Date(last.at.getTime() + stepMs))
  }
  const brush = useBrush(points.length, onZoom && zoom)
  return (
    <ChartFrame
      label={label}
      heightPx={heightPx}
      className={className}
      series={series}
      columns={['Time', ...series.map((each) => each.label)]}
      rows={points
        .filter(({ values }) => series.some(({ key }) => values[key] != null))
        .map((point) => ({
          key: point.at.toISOString(),
          cells: [
            formatExactTime(point.at),
            ...series.map((each) => formatValue(point.values[each.key] ?? null)),
          ],
        }))}
      overlay={
        onZoom ? (
          <TimeCursor label={label} points={points} series={series} formatValue={formatValue} brush={brush} />
        ) : null
      }
    >
      <AreaDrawing
        series={series}
        points={points}
        stacked={stacked}
        formatValue={formatValue}
        {...(onZoom ? { brush } : {})}
      />
    </ChartFrame>
  )
}
