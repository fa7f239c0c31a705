'use client'
import {
  Bar,
  BarChart,
  CartesianGrid,
  ErrorBar,
  ResponsiveContainer,
  Text,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import type { ChartSeries } from './chart-series.ts'
import { axisStyle, ChartTooltip } from './chart-tooltip.tsx'

/** A middle value with its range. */
interface Spread {
  middle: number
  low: number
  high: number
}

export interface SpreadBar {
  name: string
  /** Null where nothing is known: no bar, not one of zero. */
  values: Readonly<Record<string, Spread | null>>
}

interface SpreadDrawingProps {
  series: readonly ChartSeries[]
  bars: readonly SpreadBar[]
  formatValue: (value: number | null) => string
}

/** Only the picture; use SpreadBars. */
export default function SpreadDrawing({ series, bars, formatValue }: SpreadDrawingProps) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart accessibilityLayer={false} data={[...bars]} margin={{ top: 6, right: 4, bottom: 0, left: 0 }}>
        <CartesianGrid vertical={false} stroke="var(--color-line)" />
        <XAxis
          {...axisStyle}
          dataKey="name"
          interval={0}
          height={36}
          tick={({ x, y, payload, width, visibleTicksCount }) => (
            <Text
              {...axisStyle.tick}
              x={x}
              y={y}
              width={Math.floor(Number(width) / visibleTicksCount) - 4}
              textAnchor="middle"
              verticalAnchor="start"
            >
              {payload.value}
            </Text>
          )}
        />
        <YAxis {...axisStyle} width={64} tickFormatter={(value: number) => formatValue(value)} />
        <Tooltip
          cursor={{ fill: 'var(--color-hover)' }}
          isAnimationActive={false}
          content={({ active, payload }) => {
            const bar = payload?.[0]?.payload as SpreadBar | undefined
            if (!active || !bar) return null
            const values = Object.fromEntries(series.map(({ key }) => [key, bar.values[key]?.middle ?? null]))
            return <ChartTooltip title={bar.name} series={series} values={values} formatValue={formatValue} />
          }}
        />
        {series.map((each) => (
          <Bar
            key={each.key}
            name={each.label}
            dataKey={(bar: SpreadBar) => bar.values[each.key]?.middle ?? null}
            fill={each.color}
            maxBarSize={48}
            isAnimationActive={false}
          >
            <ErrorBar
              dataKey={(bar: SpreadBar) => {
                const spread = bar.values[each.key]
                return spread ? [spread.middle - spread.low, spread.high - spread.middle] : [0, 0]
              }}
              width={6}
              strokeWidth={1.5}
              stroke="var(--color-ink-2)"
              isAnimationActive={false}
            />
          </Bar>
        ))}
      </BarChart>
    </ResponsiveContainer>
  )
}
