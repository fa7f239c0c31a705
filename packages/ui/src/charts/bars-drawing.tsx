'use client'
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import type { ChartSeries, ChartValues } from './chart-series.ts'
import { axisStyle, ChartTooltip } from './chart-tooltip.tsx'

export interface StackedBar {
  name: string
  values: ChartValues
}

interface BarsDrawingProps {
  series: readonly ChartSeries[]
  bars: readonly StackedBar[]
  formatValue: (value: number | null) => string
  /** Side by side instead of stacked. */
  grouped?: boolean
}

/** Only the picture; use StackedBars or GroupedBars. */
export default function BarsDrawing({ series, bars, formatValue, grouped = false }: BarsDrawingProps) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart accessibilityLayer={false} data={[...bars]} margin={{ top: 6, right: 4, bottom: 0, left: 0 }}>
        <CartesianGrid vertical={false} stroke="var(--color-line)" />
        <XAxis {...axisStyle} dataKey="name" minTickGap={8} />
        <YAxis {...axisStyle} width={64} tickFormatter={(value: number) => formatValue(value)} />
        <Tooltip
          cursor={{ fill: 'var(--color-hover)' }}
          isAnimationActive={false}
          content={({ active, payload }) => {
            const bar = payload?.[0]?.payload as StackedBar | undefined
            if (!active || !bar) return null
            return (
              <ChartTooltip title={bar.name} series={series} values={bar.values} formatValue={formatValue} />
            )
          }}
        />
        {series.map((each) => (
          <Bar
            key={each.key}
            name={each.label}
            dataKey={(bar: StackedBar) => bar.values[each.key] ?? null}
            {...(grouped ? {} : { stackId: 'all' })}
            fill={each.color}
            maxBarSize={40}
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  )
}
