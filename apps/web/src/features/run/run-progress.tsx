import { ProgressBar, Stat, StatRow } from '@frostline/ui'
import type { ReactNode } from 'react'
import { describeRunTime } from '../status/describe-run-time.ts'

interface RunProgressProps {
  /** Accessible name of the bar. */
  label: string
  status: string
  /** 0 to 1; null if unknown. */
  share: number | null
  waitReason: string | null
  active: boolean
  elapsedMs: number | null
  leftMs: number | null
  /** What each running statement has done so far. */
  underWay?: readonly string[]
  /** The figures before the time. */
  children: ReactNode
}

/** Progress of a run: a bar, what it waits for, its figures, and the time. */
export function RunProgress(props: RunProgressProps) {
  const { label, status, share, waitReason, underWay = [], children } = props
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
        <Stat {...describeRunTime(props)} />
      </StatRow>
      {underWay.length > 0 ? (
        <p role="status" className="text-ink-2 text-sm">
          {underWay.join('. ')}.
        </p>
      ) : null}
    </div>
  )
}
