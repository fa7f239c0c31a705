const ticks = [0, 0.25, 0.5, 0.75, 1]

/** Five times below the lanes, with seconds in short ranges and days in long ones. */
export function TimeAxis({ fromMs, toMs }: { fromMs: number; toMs: number }) {
  const spanMs = toMs - fromMs
  const text = (ms: number) => {
    const iso = new Date(ms).toISOString()
    if (spanMs > 86_400_000) return iso.slice(5, 16).replace('T', ' ')
    return spanMs > 1_200_000 ? iso.slice(11, 16) : iso.slice(11, 19)
  }
  return (
    <div aria-hidden className="flex justify-between pt-1 text-2xs text-ink-3 tabular-nums">
      {ticks.map((tick) => (
        <span key={tick} className={tick % 0.5 === 0 ? '' : 'hidden sm:inline'}>
          {text(fromMs + tick * spanMs)}
        </span>
      ))}
    </div>
  )
}
