'use client'
import { formatExactTime, formatRelativeTime } from './format/format-time.ts'
import { joinClasses } from './join-classes.ts'
import { useNow } from './use-now.ts'

export interface DataAgeProps {
  observedAt: Date | null
  /** After this the age turns amber: the data on screen may be outdated. */
  staleAfterMs?: number | undefined
  className?: string | undefined
}

/** Fixed width, so that the layout does not shift. Where the browser's clock is behind that of the console, it reads "just now". */
export function DataAge({ observedAt, staleAfterMs = 120_000, className }: DataAgeProps) {
  const now = useNow()
  const stale = observedAt && now ? now.getTime() - observedAt.getTime() > staleAfterMs : false
  return (
    <span
      title={observedAt ? `Observed ${formatExactTime(observedAt)}` : 'Not observed yet'}
      className={joinClasses(
        'inline-block min-w-16 whitespace-nowrap text-right text-2xs',
        stale ? 'text-warn-ink' : 'text-ink-3',
        className,
      )}
    >
      {observedAt && now ? formatRelativeTime(observedAt < now ? observedAt : now, now) : '—'}
    </span>
  )
}
