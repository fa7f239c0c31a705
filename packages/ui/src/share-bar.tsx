import { formatPercent, shareOf } from './format/format-ratio.ts'
import type { Quantity } from './format/quantity.ts'
import { joinClasses } from './join-classes.ts'
import { foldShares, type Share } from './share-bar-shares.ts'

interface ShareBarProps {
  /** Accessible name: what is divided. */
  label: string
  shares: readonly Share[]
  formatValue: (value: Quantity) => string
  /** The total that the full width represents, for bars compared by length. Defaults to the sum. */
  scale?: bigint | undefined
  className?: string | undefined
}

const colors = [
  'var(--color-cache)',
  'var(--color-cold)',
  'var(--color-accent)',
  'var(--color-hot)',
  'var(--color-ok)',
  'var(--color-warn)',
  'var(--color-danger)',
  'var(--color-ink-3)',
]

/** A whole and its parts on one bar, the largest first, with a legend that has the figures. */
export function ShareBar({ label, shares, formatValue, scale, className }: ShareBarProps) {
  const shown = foldShares(shares, colors.length)
  const total = shown.reduce((sum, { value }) => sum + value, 0n)
  const whole = scale !== undefined && scale > total ? scale : total
  return (
    <div className={joinClasses('min-w-0', className)}>
      <div
        role="img"
        aria-label={`${label}: ${shown.map((share) => `${share.label} ${formatValue(share.value)}`).join(', ')}`}
        className="flex h-3 gap-px overflow-hidden rounded-sm bg-free"
      >
        {shown.map((share, index) => (
          <span
            key={share.key}
            title={`${share.label} ${formatValue(share.value)}`}
            className="min-w-0.5"
            style={{
              width: `${(shareOf(share.value, whole) ?? 0) * 100}%`,
              background: share.color ?? colors[index],
            }}
          />
        ))}
      </div>
      <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs">
        {shown.map((share, index) => (
          <li key={share.key} className="flex min-w-0 items-center gap-1.5">
            <span
              aria-hidden
              className="size-2.5 shrink-0 rounded-xs"
              style={{ background: share.color ?? colors[index] }}
            />
            <span className="truncate text-ink-2">{share.label}</span>
            <span className="whitespace-nowrap font-medium text-ink">{formatValue(share.value)}</span>
            <span className="text-ink-3">{formatPercent(shareOf(share.value, total))}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
