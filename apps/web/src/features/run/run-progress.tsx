import { ProgressBar, Stat, StatRow } from '@frostline/ui'
import type { ReactNode } from 'react'
import { describeRunTime } from '../status/describe-run-time.ts'

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
