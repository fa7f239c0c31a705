'use client'
import { type HistoryRange, historyRangeNames } from '@frostline/domain'
import { Button, Select } from '@frostline/ui'
import { ZoomIn, ZoomOut } from 'lucide-react'
import { chartRangeLabels, findCloserRange, type InitialRange } from './chart-range.ts'
import { TimeBound } from './time-range-fields.tsx'
import { useChartRange } from './use-chart-range.ts'

const presets = historyRangeNames.map((value) => ({ value, label: chartRangeLabels[value] }))

interface ChartRangeBarProps {
  initial?: InitialRange
  /** Of the chart beside it: where most of the range has no sample yet, a shorter one is offered. */
  points?: readonly { figures: object | null }[] | undefined
}

/** Chooses the time range of all charts of the page. Dragging over a chart zooms. */
export function ChartRangeBar({ initial, points = [] }: ChartRangeBarProps) {
  const { state, isZoomed, choose, fix, write, zoomOut } = useChartRange(initial)
  const custom = isZoomed || state.from !== '' || state.to !== ''
  const closer = custom ? null : findCloserRange(state.range, points)
  return (
    <div className="flex flex-wrap items-end gap-2">
      {closer !== null && closer !== state.range ? (
        <Button size="sm" icon={<ZoomIn aria-hidden />} onClick={() => choose(closer)}>
          Zoom to {chartRangeLabels[closer].toLowerCase()}
        </Button>
      ) : null}
      {custom ? (
        <>
          <TimeBound label="From (UTC)" value={state.from} onChange={(from) => write({ from })} />
          <TimeBound label="To (UTC)" value={state.to} onChange={(to) => write({ to })} />
        </>
      ) : null}
      <Select<HistoryRange | 'custom'>
        label="Time range"
        size="sm"
        className="w-36"
        value={custom ? 'custom' : state.range}
        options={[...presets, { value: 'custom', label: 'From … to …' }]}
        onValueChange={(next) => (next === 'custom' ? fix() : choose(next))}
      />
      {isZoomed || state.range !== '13w' ? (
        <Button size="sm" icon={<ZoomOut aria-hidden />} onClick={zoomOut}>
          Zoom out
        </Button>
      ) : null}
    </div>
  )
}
