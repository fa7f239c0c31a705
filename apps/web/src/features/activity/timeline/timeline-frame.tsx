import type { KeyboardEvent, ReactNode, Ref } from 'react'
import { titleOfKind } from '../activity.ts'
import type { TimelineLane } from './lay-out-timeline.ts'

export const rowPx = 14

interface TimelineFrameProps {
  lanes: readonly TimelineLane[]
  bars?: (lane: TimelineLane) => ReactNode
  axis?: ReactNode
  legend?: ReactNode
  ref?: Ref<HTMLDivElement>
  onKeyDown?: (event: KeyboardEvent) => void
}

/** The lanes with their names. Without bars it has the same height: it is shown until the code of the drawing is there. */
export function TimelineFrame({ lanes, bars, axis, legend, ref, onKeyDown }: TimelineFrameProps) {
  return (
    <div ref={ref} className="min-w-0">
      {/* biome-ignore lint/a11y/useSemanticElements: the bars are links with names, not fields of a form */}
      <div role="group" aria-label="Runs over time" onKeyDown={onKeyDown} className="flex flex-col">
        {lanes.map((lane) => (
          <div key={lane.kind} className="flex flex-col border-b py-1.5 sm:flex-row sm:items-start">
            <span className="w-44 shrink-0 truncate text-ink-2 text-xs sm:leading-4">
              {titleOfKind(lane.kind)}
            </span>
            <div
              className="relative w-full shrink-0 sm:w-auto sm:flex-1"
              style={{ height: lane.rows * rowPx }}
            >
              {bars?.(lane)}
            </div>
          </div>
        ))}
      </div>
      <div aria-hidden className="flex h-5">
        {axis}
      </div>
      <p aria-hidden className="mt-1 flex min-h-9 flex-wrap gap-x-3 text-ink-2 text-xs sm:min-h-4.5">
        {legend}
      </p>
    </div>
  )
}
