'use client'
import { Button } from '@frostline/ui'
import { ZoomIn } from 'lucide-react'
import { chartRangeLabels, findCloserRange } from './chart-range.ts'
import { useChartRange } from './use-chart-range.ts'

/**
 * Offers the range that the samples of a chart need, where most of the range has none yet. It stands over the empty corner beside
 * the first chart's title: it appears late and must move nothing. Its place is `relative`.
 */
export function CloserRange({ points }: { points: readonly { figures: object | null }[] }) {
  const { state, isZoomed, choose } = useChartRange()
  const closer = isZoomed ? null : findCloserRange(state.range, points)
  if (closer === null || closer === state.range) return null
  return (
    <div className="absolute top-0 right-0 z-10 print:hidden">
      <Button size="sm" icon={<ZoomIn aria-hidden />} onClick={() => choose(closer)}>
        Zoom to {chartRangeLabels[closer].toLowerCase()}
      </Button>
    </div>
  )
}
