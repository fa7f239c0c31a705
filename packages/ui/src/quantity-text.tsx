'use client'
import { formatBytes, formatExactBytes } from './format/format-bytes.ts'
import { formatCount, formatShortCount } from './format/format-count.ts'
import { formatExactTime, formatRelativeTime } from './format/format-time.ts'
import { isKnown, type Quantity } from './format/quantity.ts'
import { joinClasses } from './join-classes.ts'
import { useNow } from './use-now.ts'

interface QuantityTextProps {
  value: Quantity
  className?: string | undefined
}

/** Scaled bytes with every byte in the title; unknown is shown as such, not as zero. */
export function Bytes({ value, className }: QuantityTextProps) {
  if (!isKnown(value)) return <Unknown className={className} />
  return (
    <span title={formatExactBytes(value)} className={joinClasses('whitespace-nowrap', className)}>
      {formatBytes(value)}
    </span>
  )
}

/** A count, grouped; `short` gives three digits with the exact count in the title. */
export function Count({ value, short = false, className }: QuantityTextProps & { short?: boolean }) {
  if (!isKnown(value)) return <Unknown className={className} />
  return (
    <span
      title={short ? formatCount(value) : undefined}
      className={joinClasses('whitespace-nowrap', className)}
    >
      {short ? formatShortCount(value) : formatCount(value)}
    </span>
  )
}

/** "3 m ago", ticking, with the exact time in the title. */
export function RelativeTime({ at, className }: { at: Date | null | undefined; className?: string }) {
  const now = useNow()
  if (!at) return <Unknown className={className} />
  return (
    <time
      dateTime={at.toISOString()}
      title={formatExactTime(at)}
      className={joinClasses('whitespace-nowrap', className)}
    >
      {now ? formatRelativeTime(at, now) : formatExactTime(at)}
    </time>
  )
}

/** The only way to show "could not look". */
export function Unknown({ reason, className }: { reason?: string; className?: string | undefined }) {
  return (
    <span
      title={reason ?? 'Unknown, not zero: the node did not respond.'}
      className={joinClasses('inline-flex items-center gap-1.5 whitespace-nowrap text-ink-3', className)}
    >
      {/* Columns of counts have no room for it. */}
      <span aria-hidden className="hatch size-2 rounded-xs [[role=cell]_&]:hidden" />
      unknown
    </span>
  )
}
