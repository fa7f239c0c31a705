'use client'
import { type HistoryRange, historyRangeNames } from '@frostline/domain'
import { Button, Select } from '@frostline/ui'
import { ZoomOut } from 'lucide-react'
import { chartRangeLabels, type InitialRange } from './chart-range.ts'
import { TimeBound } from './time-bounds.tsx'
import { useChartRange } from './use-chart-range.ts'

const presets = historyRangeNames.map((value) => ({ value, label: chartRangeLabels[value] }))

/** Chooses the time range of all charts of the page. Dragging over a chart zooms. */
export function ChartRangeBar({ initial }: { initial?: InitialRange }) {
  const { state, isZoomed, choose, fix, write, zoomOut } = useChartRange(initial)
  const custom = isZoomed || state.from !== '' || state.to !== ''
  return (
    <div className="flex flex-wrap items-end gap-2">
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
