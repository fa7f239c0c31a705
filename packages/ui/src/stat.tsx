import type { ReactNode } from 'react'
import { joinClasses } from './join-classes.ts'
import type { Tier } from './tier.ts'
import { TierSwatch } from './tier-bar.tsx'

export interface StatProps {
  label: string
  value: ReactNode
  /** Below: a delta, a share, what it is of. */
  note?: ReactNode
  tier?: Tier | undefined
  className?: string | undefined
}

/** One big figure. Several form a row inside a StatRow. */
export function Stat({ label, value, note, tier, className }: StatProps) {
  return (
    <div className={joinClasses('min-w-0 px-4 py-3', className)}>
      <dt className="flex items-center gap-1.5 text-ink-3 text-xs">
        {tier ? <TierSwatch tier={tier} /> : null}
        {label}
      </dt>
      <dd className="mt-1 flex h-8 min-w-0 items-center truncate font-semibold text-2xl text-ink tracking-tight">
        {value}
      </dd>
      <dd className="min-h-4.5 text-ink-3 text-xs lg:truncate">{note}</dd>
    </div>
  )
}

export function StatRow({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return (
    <dl
      className={joinClasses(
        'grid grid-cols-2 gap-px overflow-hidden rounded-lg border bg-line *:bg-surface max-lg:[&>*:last-child:nth-child(odd)]:col-span-2 lg:grid-flow-col lg:auto-cols-fr lg:grid-cols-none',
        className,
      )}
    >
      {children}
    </dl>
  )
}
