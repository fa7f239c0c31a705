import type { IncidentMark } from '../hooks/use-incident.ts'

interface LaneMarksProps {
  marks: readonly IncidentMark[]
  tone: 'accent' | 'danger'
  fromMs: number
  toMs: number
}

/** Moments as ticks and spans as bars. What they are is listed at the cursor. */
export function LaneMarks({ marks, tone, fromMs, toMs }: LaneMarksProps) {
  const share = (ms: number) => ((Math.min(Math.max(ms, fromMs), toMs) - fromMs) / (toMs - fromMs)) * 1000
  const color = tone === 'danger' ? 'var(--color-danger)' : 'var(--color-accent)'
  return (
    <svg aria-hidden viewBox="0 0 1000 24" preserveAspectRatio="none" className="size-full">
      {marks.map((mark) => {
        const start = share(mark.fromMs)
        const width = Math.max(2, (mark.toMs === null ? start : share(mark.toMs)) - start)
        return (
          <rect
            key={mark.key}
            x={start}
            y={5}
            width={width}
            height={14}
            fill={color}
            fillOpacity={width > 2 ? 0.35 : 0.9}
          />
        )
      })}
    </svg>
  )
}
