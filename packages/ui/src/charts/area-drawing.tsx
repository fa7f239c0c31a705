'use client'
import {
  Area,
  AreaChart,
  CartesianGrid,
  type MouseHandlerDataParam,
  ReferenceArea,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { formatExactTime } from '../format/format-time.ts'
import type { ChartSeries, ChartValues } from './chart-series.ts'
import { axisStyle, ChartTooltip } from './chart-tooltip.tsx'
import type { Brush } from './use-brush.ts'

export interface AreaPoint {
  at: Date
  values: ChartValues
}

interface AreaDrawingProps {
  series: readonly ChartSeries[]
  points: readonly AreaPoint[]
  stacked: boolean
  formatValue: (value: number | null) => string
  brush?: Pick<Brush, 'active' | 'selected' | 'onPointer'>
}

/** Only the picture; use AreaOverTime. */
export default function AreaDrawing({ series, points, stacked, formatValue, brush }: AreaDrawingProps) {
  const data = points.map((point) => ({
    atMs: point.at.getTime(),
    values: point.values,
    // A stack on an unknown part would look like a drop to zero: the whole stack breaks there.
    broken: stacked && series.some((each) => point.values[each.key] == null),
  }))
  const spanMs = (data.at(-1)?.atMs ?? 0) - (data[0]?.atMs ?? 0)
  const active = brush?.active == null ? undefined : data[brush.active]
  const [from, to] = brush?.selected?.map((index) => data[index]) ?? []
  return (
    <ResponsiveContainer width="100%" height="100%">
      <AreaChart
        accessibilityLayer={false}
        data={data}
        margin={{ top: 6, right: 4, bottom: 0, left: 0 }}
        {...(brush ? pointerHandlers(brush) : {})}
      >
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
        {active ? <ReferenceLine x={active.atMs} stroke="var(--color-line-strong)" /> : null}
        {from && to ? (
          <ReferenceArea x1={from.atMs} x2={to.atMs} fill="var(--color-accent)" fillOpacity={0.16} />
        ) : null}
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
            // Each point gets an element, so dots are drawn only if a point needs one.
            dot={
              data.some((_, index) => standsAlone(data, index, each.key)) &&
              (({ cx, cy, index }: { cx?: number; cy?: number; index: number }) => (
                <g key={index}>
                  {standsAlone(data, index, each.key) && cx !== undefined && cy !== undefined ? (
                    <circle cx={cx} cy={cy} r={2.5} fill={each.color} />
                  ) : null}
                </g>
              ))
            }
            connectNulls={false}
            isAnimationActive={false}
          />
        ))}
      </AreaChart>
    </ResponsiveContainer>
  )
}

function pointerHandlers({ onPointer }: Pick<Brush, 'onPointer'>) {
  const tell =
    (kind: Parameters<Brush['onPointer']>[0]) =>
    ({ activeTooltipIndex }: MouseHandlerDataParam) => {
      const index = Number(activeTooltipIndex ?? Number.NaN)
      onPointer(kind, Number.isNaN(index) ? null : index)
    }
  return {
    style: { cursor: 'crosshair', userSelect: 'none' as const },
    onMouseDown: tell('down'),
    onMouseMove: tell('move'),
    onMouseUp: tell('up'),
    onMouseLeave: tell('leave'),
  }
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
