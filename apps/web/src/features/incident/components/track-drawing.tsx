import { drawLine, type Track } from '../lay-out-lanes.ts'

const colors = [
  'var(--color-accent)',
  'var(--color-hot)',
  'var(--color-cold)',
  'var(--color-cache)',
  'var(--color-ok)',
  'var(--color-ink-3)',
]

/** Lines of one measure, from zero to its greatest value. */
export function TrackDrawing({ track, span }: { track: Track; span: { fromMs: number; toMs: number } }) {
  const top = track.unit === 'ratio' ? Math.max(1, track.top) : track.top
  const bad =
    track.measure === 'failures' || track.measure === 'store-errors' || track.measure === 'server-errors'
  return (
    <svg aria-hidden viewBox="0 0 1000 100" preserveAspectRatio="none" className="size-full overflow-visible">
      {track.lines.map((line, index) => (
        <path
          key={`${line.subject} ${line.stepMs}`}
          d={drawLine(line, span, top)}
          fill="none"
          stroke={bad ? 'var(--color-danger)' : colors[index % colors.length]}
          strokeOpacity={bad && index > 0 ? 0.5 : 1}
          strokeWidth={1.5}
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </svg>
  )
}
