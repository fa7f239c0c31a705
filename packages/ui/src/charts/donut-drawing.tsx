export interface DonutSlice {
  key: string
  label: string
  value: number
  color: string
}

const ringRadius = 44
const ringWidth = 12
const gapDegrees = 1.5
/** Small slices stay visible. */
const minDegrees = 2

/** Only for TierDonut. It is plain SVG, so that the first page does not load a chart library for one ring. */
export function DonutDrawing({ slices }: { slices: readonly DonutSlice[] }) {
  return (
    <svg viewBox="0 0 100 100" className="size-full -rotate-90" fill="none" aria-hidden="true">
      {layOut(slices).map(({ key, color, startDegrees, degrees }) => (
        <circle
          key={key}
          cx={50}
          cy={50}
          r={ringRadius}
          pathLength={360}
          stroke={color}
          strokeWidth={ringWidth}
          strokeDasharray={`${degrees.toFixed(2)} ${(360 - degrees).toFixed(2)}`}
          strokeDashoffset={(-startDegrees).toFixed(2)}
        />
      ))}
    </svg>
  )
}

/** Clockwise from the top, with gaps if there are several. All slices shrink in proportion to make room for small ones. */
function layOut(slices: readonly DonutSlice[]) {
  const gap = slices.length > 1 ? gapDegrees : 0
  const free = 360 - slices.length * gap
  const total = slices.reduce((sum, { value }) => sum + value, 0)
  const wanted = slices.map(({ value }) => Math.max(minDegrees, (value / total) * free))
  const scale = free / wanted.reduce((sum, degrees) => sum + degrees, 0)
  let startDegrees = 0
  return slices.map(({ key, color }, index) => {
    const degrees = (wanted[index] ?? 0) * scale
    const placed = { key, color, startDegrees, degrees }
    startDegrees += degrees + gap
    return placed
  })
}
