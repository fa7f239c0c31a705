'use client'
import type { ReactNode } from 'react'
import { formatPercent } from './format/format-ratio.ts'
import { joinClasses } from './join-classes.ts'

export interface ProgressBarProps {
  /** Accessible name. */
  label: string
  /** 0..1, or null while it is not known. */
  share: number | null
  /** Right of the bar, for example bytes, rate and time left. Fixed place, so that it does not shift. */
  detail?: ReactNode
  showPercent?: boolean | undefined
  tone?: 'accent' | 'ok' | 'danger' | 'cold' | 'hot' | undefined
  size?: 'sm' | 'md' | undefined
  className?: string | undefined
}

const fills = { accent: 'bg-accent', ok: 'bg-ok', danger: 'bg-danger', cold: 'bg-cold', hot: 'bg-hot' }

export function ProgressBar(props: ProgressBarProps) {
  const { label, share, detail, showPercent = false, tone = 'accent', size = 'md', className } = props
  const value = share === null ? null : Math.min(100, Math.max(0, share * 100))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value ?? undefined}
      aria-valuetext={share === null ? 'in progress, share unknown' : formatPercent(share)}
      className={joinClasses('flex min-w-0 items-center gap-2.5', className)}
    >
      <div
        className={joinClasses(
          'min-w-12 flex-1 overflow-hidden rounded-full bg-free',
          size === 'sm' ? 'h-1' : 'h-1.5',
        )}
      >
        <div
          style={value === null ? undefined : { width: `${value}%` }}
          className={joinClasses(
            'h-full rounded-full transition-[width] duration-300',
            fills[tone],
            value === null && 'w-1/3 animate-slide',
          )}
        />
      </div>
      {showPercent ? (
        <span className="w-11 shrink-0 text-right text-2xs text-ink-2">
          {share === null ? '—' : formatPercent(share)}
        </span>
      ) : null}
      {detail ? <span className="shrink-0 text-2xs text-ink-2">{detail}</span> : null}
    </div>
  )
}
