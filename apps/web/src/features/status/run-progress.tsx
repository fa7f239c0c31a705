import { formatDuration, ProgressBar, Stat, StatRow } from '@frostline/ui'
import type { ReactNode } from 'react'

interface RunProgressProps {
  /** Of the bar, for people who do not see it. */
  label: string
  status: string
  /** 0 to 1; null while it cannot be told. */
  share: number | null
  waitReason: string | null
  active: boolean
  elapsedMs: number | null
  leftMs: number | null
  /** What each statement under way has done so far. */
  underWay?: readonly string[]
  /** The figures that stand before the time. */
  children: ReactNode
}

/** How far a run has come: a bar, what it waits for, its figures, and the time. */
export function RunProgress(props: RunProgressProps) {
  const { label, status, share, waitReason, active, elapsedMs, leftMs, underWay = [], children } = props
  const durationMs = active ? leftMs : elapsedMs
  return (
    <div className="flex flex-col gap-4">
      <ProgressBar
        label={label}
        share={share}
        showPercent
        tone={status === 'failed' ? 'danger' : status === 'completed' ? 'ok' : 'accent'}
      />
      {waitReason ? <p className="break-words text-sm">{waitReason}</p> : null}
      <StatRow>
        {children}
        <Stat
          label={active ? 'Time left' : 'Took'}
          value={durationMs === null ? '—' : formatDuration(durationMs)}
          note={active ? 'at the rate so far' : 'from its start to its end'}
        />
      </StatRow>
      {underWay.length > 0 ? (
        <p role="status" className="text-ink-2 text-sm">
          {underWay.join('. ')}.
        </p>
      ) : null}
    </div>
  )
}
