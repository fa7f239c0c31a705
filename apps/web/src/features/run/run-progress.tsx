import type { Answer } from '@frostline/domain'
import { ProgressBar, Stat, StatRow } from '@frostline/ui'
import type { ReactNode } from 'react'
import { AnswerFirst } from '@/features/answer/answer-first.tsx'
import { describeRunTime } from '../status/describe-run-time.ts'

interface RunProgressProps {
  answer: Answer
  /** Accessible name of the bar. */
  label: string
  status: string
  /** 0 to 1; null if unknown. */
  share: number | null
  active: boolean
  elapsedMs: number | null
  leftMs: number | null
  /** What each running statement has done so far. */
  underWay?: readonly string[]
  /** The figures before the time. */
  children: ReactNode
}

/** Progress of a run: the answer over a bar, then its figures and the time. */
export function RunProgress(props: RunProgressProps) {
  const { answer, label, status, share, underWay = [], children } = props
  return (
    <div className="flex flex-col gap-4">
      <AnswerFirst inset answer={answer}>
        <ProgressBar
          label={label}
          share={share}
          showPercent
          tone={status === 'failed' ? 'danger' : status === 'completed' ? 'ok' : 'accent'}
        />
      </AnswerFirst>
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
