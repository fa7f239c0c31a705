import { Ban, Check, CircleDashed, CircleHelp, Minus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { joinClasses } from './join-classes.ts'
import { Spinner } from './spinner.tsx'

export type StepState = 'waiting' | 'running' | 'done' | 'skipped' | 'failed' | 'cancelled' | 'unknown'

export interface StepItem {
  id: string
  title: ReactNode
  state: StepState
  /** Right side: duration, bytes, node. */
  meta?: ReactNode
  /** Below the title: progress bar, proof, or why it failed. */
  body?: ReactNode
}

const marks: Record<StepState, { icon: ReactNode; className: string; word: string }> = {
  waiting: { icon: <CircleDashed />, className: 'text-ink-3', word: 'waiting' },
  running: { icon: <Spinner />, className: 'text-accent', word: 'running' },
  done: { icon: <Check />, className: 'bg-ok-soft text-ok-ink', word: 'done' },
  skipped: { icon: <Minus />, className: 'bg-hover text-ink-2', word: 'skipped, already done' },
  failed: { icon: <X />, className: 'bg-danger-soft text-danger-ink', word: 'failed' },
  cancelled: { icon: <Ban />, className: 'bg-hover text-ink-2', word: 'cancelled' },
  unknown: { icon: <CircleHelp />, className: 'hatch text-ink', word: 'unknown, could not be read' },
}

export function StepList({ steps, label }: { steps: readonly StepItem[]; label: string }) {
  return (
    <ol aria-label={label} className="flex flex-col">
      {steps.map((step, index) => (
        <li
          key={step.id}
          aria-current={step.state === 'running' ? 'step' : undefined}
          className="relative flex gap-3 pb-4 last:pb-0"
        >
          {index < steps.length - 1 ? (
            <span aria-hidden className="absolute top-5.5 bottom-0.5 left-2.5 w-px bg-line-strong" />
          ) : null}
          <span
            className={joinClasses(
              'relative mt-px flex size-5 shrink-0 items-center justify-center rounded-full [&_svg]:size-3.5',
              marks[step.state].className,
            )}
          >
            <span aria-hidden>{marks[step.state].icon}</span>
            <span className="sr-only">{marks[step.state].word}</span>
          </span>
          <div className="min-w-0 flex-1">
            <div className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span
                className={joinClasses(
                  'min-w-0 break-words',
                  step.state === 'waiting' ? 'text-ink-2' : 'text-ink',
                )}
              >
                {step.title}
              </span>
              {step.meta ? <span className="text-ink-3 text-xs">{step.meta}</span> : null}
            </div>
            {step.body ? <div className="mt-1.5 min-w-0">{step.body}</div> : null}
          </div>
        </li>
      ))}
    </ol>
  )
}
