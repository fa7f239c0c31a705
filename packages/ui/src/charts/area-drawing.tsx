'use client'
import { Area, AreaChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { formatExactTime } from '../format/format-time.ts'
import type { ChartSeries, ChartValues } from './chart-series.ts'
import { axisStyle, ChartTooltip } from './chart-tooltip.tsx'

export interface AreaPoint {
  at: Date
  values: ChartValues
}

interface AreaDrawingProps {
  series: readonly ChartSeries[]
  points: readonly AreaPoint[]
  stacked: boolean
  formatValue: (value: number | null) => string
}

/** Only the picture; use AreaOverTime. */
export default function AreaDrawing({ series, points, stacked, formatValue }: AreaDrawingProps) {
  const data = points.map((point) => ({
    atMs: point.at.getTime(),
    values: point.values,
    // A stack on an unknown part would look like a drop to zero: the whole stack breaks there.
    broken: stacked && series.some((each) => point.values[each.key] == null),
  }))
  const spanMs = (data.at(-1)?.atMs ?? 0) - (data[0]?.atMs ?? 0)
  return (
    <ResponsiveContainer width="100%" height="100%">
      <AreaChart accessibilityLayer={false} data={data} margin={{ top: 6, right: 4, bottom: 0, left: 0 }}>
        <CartesianGrid vertical={false} stroke="var(--color-line)" />
        <XAxis
          {...axisStyle}
          dataKey="atMs"
          type="number"
          scale="time"
          domain={['dataMin', 'dataMax']}
          minTickGap={48}
          tickFormatter={(atMs: number) => tickText(atMs, spanMs)}
        />
        <YAxis {...axisStyle} width={64} tickFormatter={(value: number) => formatValue(value)} />
        <Tooltip
          cursor={{ stroke: 'var(--color-line-strong)' }}
          isAnimationActive={false}
          content={({ active, payload }) => {
            const point = payload?.[0]?.payload as { atMs: number; values: ChartValues } | undefined
            if (!active || !point) return null
            return (
              <ChartTooltip
                title={formatExactTime(new Date(point.atMs))}
                series={series}
                values={point.values}
                formatValue={formatValue}
              />
            )
          }}
        />
        {series.map((each) => (
          <Area
            key={each.key}
            name={each.label}
            dataKey={(point: (typeof data)[number]) =>
              point.broken ? null : (point.values[each.key] ?? null)
            }
            {...(stacked ? { stackId: 'all' } : {})}
            type="monotone"
            stroke={each.color}
            strokeWidth={1.5}
            fill={each.color}
            fillOpacity={stacked ? 0.35 : 0.14}
            dot={({ cx, cy, index }: { cx?: number; cy?: number; index: number }) => (
              <g key={index}>
                {standsAlone(data, index, each.key) && cx !== undefined && cy !== undefined ? (
                  <circle cx={cx} cy={cy} r={2.5} fill={each.color} />
                ) : null}
              </g>
            )}
            connectNulls={false}
            isAnimationActive={false}
          />
        ))}
      </AreaChart>
    </ResponsiveContainer>
  )
}

/** Between two gaps there is no line to draw: without a dot the point would be invisible. */
function standsAlone(
  data: readonly { values: ChartValues; broken: boolean }[],
  index: number,
  key: string,
): boolean {
  const known = (at: number) => data[at] !== undefined && !data[at].broken && data[at].values[key] != null
  return known(index) && !known(index - 1) && !known(index + 1)
}

/** The time of day, or over several days the day itself. */
function tickText(atMs: number, spanMs: number): string {
  const text = new Date(atMs).toISOString()
  return spanMs > 3 * 86_400_000 ? text.slice(0, 10) : text.slice(11, 16)
}
