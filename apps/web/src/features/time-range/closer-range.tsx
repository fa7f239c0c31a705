'use client'
import { Button } from '@frostline/ui'
import { ZoomIn } from 'lucide-react'
import { chartRangeLabels, findCloserRange } from './chart-range.ts'
import { useChartRange } from './use-chart-range.ts'

/**
 * Offers a shorter time range while most of the chosen one has no samples yet. It appears late and must not shift anything, so it
 * lies beside a title, in the corner above the first charts. The parent is `relative`. A narrow screen has no such corner.
 */
export function CloserRange({ points }: { points: readonly { figures: object | null }[] }) {
  const { state, isZoomed, choose } = useChartRange()
  const closer = isZoomed ? null : findCloserRange(state.range, points)
  if (closer === null) return null
  return (
    <div className="absolute -top-2 right-0 z-10 hidden sm:block print:hidden">
      <Button size="sm" icon={<ZoomIn aria-hidden />} onClick={() => choose(closer)}>
        Zoom to {chartRangeLabels[closer].toLowerCase()}
      </Button>
    </div>
  )
}
