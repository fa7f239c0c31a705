'use client'
import type { ChartSeries, ChartValues } from './chart-series.ts'

interface ChartTooltipProps {
  title: string
  series: readonly ChartSeries[]
  values: ChartValues
  formatValue: (value: number | null) => string
}

export function ChartTooltip({ title, series, values, formatValue }: ChartTooltipProps) {
  return (
    <div className="min-w-36 rounded-md bg-raised px-2.5 py-2 text-xs shadow-float">
      <p className="mb-1 text-ink-3">{title}</p>
      {series.map((each) => (
        <p key={each.key} className="flex items-center gap-1.5">
          <span className="size-2 rounded-xs" style={{ background: each.color }} />
          <span className="text-ink-2">{each.label}</span>
          <span className="ml-auto pl-3 font-medium">{formatValue(values[each.key] ?? null)}</span>
        </p>
      ))}
    </div>
  )
}

export const axisStyle = {
  axisLine: false,
  tickLine: false,
  tick: { fill: 'var(--color-ink-3)', fontSize: 11 },
} as const
