import type { ReactNode } from 'react'
import { joinClasses } from './join-classes.ts'

export type Tone = 'neutral' | 'accent' | 'ok' | 'warn' | 'danger' | 'hot' | 'cold' | 'cache' | 'unknown'

const tones: Record<Tone, string> = {
  neutral: 'bg-hover text-ink-2',
  accent: 'bg-accent-soft text-accent-ink',
  ok: 'bg-ok-soft text-ok-ink',
  warn: 'bg-warn-soft text-warn-ink',
  danger: 'bg-danger-soft text-danger-ink',
  hot: 'bg-hot-soft text-hot-ink',
  cold: 'bg-cold-soft text-cold-ink',
  cache: 'bg-cache-soft text-cache-ink',
  unknown: 'bg-unknown-soft text-ink-2',
}

export interface BadgeProps {
  children: ReactNode
  tone?: Tone | undefined
  mono?: boolean | undefined
  title?: string | undefined
  className?: string | undefined
}

export function Badge({ children, tone = 'neutral', mono = false, title, className }: BadgeProps) {
  return (
    <span
      title={title}
      className={joinClasses(
        'inline-flex h-5 max-w-full items-center gap-1 whitespace-nowrap rounded-sm px-1.5 font-medium text-2xs [&_svg]:size-3',
        mono && 'font-mono font-normal',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}

const dots: Record<Tone, string> = {
  neutral: 'bg-ink-3',
  accent: 'bg-accent',
  ok: 'bg-ok',
  warn: 'bg-warn',
  danger: 'bg-danger',
  hot: 'bg-hot',
  cold: 'bg-cold',
  cache: 'bg-cache',
  unknown: 'hatch ring-1 ring-unknown ring-inset',
}

export interface StatusPillProps {
  tone: Tone
  children: ReactNode
  /** Pulses for something in progress. */
  live?: boolean | undefined
  title?: string | undefined
  className?: string | undefined
}

/** A dot and a word: the colour alone never carries the state. */
export function StatusPill({ tone, children, live = false, title, className }: StatusPillProps) {
  return (
    <span
      title={title}
      className={joinClasses(
        'inline-flex items-center gap-1.5 whitespace-nowrap text-ink text-xs',
        className,
      )}
    >
      <span aria-hidden className="relative flex size-2">
        {live ? (
          <span
            className={joinClasses('absolute inset-0 animate-ping rounded-full opacity-60', dots[tone])}
          />
        ) : null}
        <span className={joinClasses('relative size-2 rounded-full', dots[tone])} />
      </span>
      {children}
    </span>
  )
}
