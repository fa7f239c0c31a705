'use client'
import { AreaOverTime, type AreaOverTimeProps } from '@frostline/ui'
import type { ReactNode } from 'react'
import { useChartRange } from '@/features/time-range/use-chart-range.ts'

interface HistoryChartProps extends Omit<AreaOverTimeProps, 'onZoom' | 'label'> {
  title: string
  /** Its unit, and per what. */
  unit: string
  /** The last value, or what follows from the chart. */
  note?: ReactNode
}

/** A chart over the time range of the page. Selecting in it zooms all charts. */
export function HistoryChart({ title, unit, note, ...chart }: HistoryChartProps) {
  const { zoom } = useChartRange()
  return (
    <div className="min-w-0">
      <h3 className="font-medium text-sm">{title}</h3>
      <p className="mb-2 text-ink-3 text-xs">{unit}</p>
      {note ? <div className="mb-2">{note}</div> : null}
      <AreaOverTime heightPx={160} {...chart} label={`${title} over time`} onZoom={zoom} />
    </div>
  )
}
