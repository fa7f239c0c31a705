import { formatBytes, formatExactBytes } from './format/format-bytes.ts'
import { formatPercent, shareOf } from './format/format-ratio.ts'
import { isKnown, type Quantity } from './format/quantity.ts'
import { joinClasses } from './join-classes.ts'
import { type Tier, tierFills, tierLabels } from './tier.ts'

export interface TierAmount {
  tier: Tier
  /** null: could not look. The bar then ends in a hatched segment and the total is a lower bound. */
  sizeBytes: Quantity
  /** Defaults to the name of the tier. */
  label?: string | undefined
}

export interface TierBarProps {
  amounts: readonly TierAmount[]
  /** Accessible name: whose bytes these are. */
  label: string
  /** The total that the full width represents, for bars compared by length; defaults to the sum. */
  scaleBytes?: Quantity
  legend?: 'none' | 'inline' | 'block' | undefined
  size?: 'sm' | 'md' | 'lg' | undefined
  className?: string | undefined
}

const heights = { sm: 'h-1.5', md: 'h-2.5', lg: 'h-4' }

/** A stacked bar of tiers. A known tier that is not empty is at least two pixels wide. */
export function TierBar({
  amounts,
  label,
  scaleBytes,
  legend = 'none',
  size = 'md',
  className,
}: TierBarProps) {
  const total = sumKnown(amounts)
  const hasUnknown = amounts.some((amount) => !isKnown(amount.sizeBytes))
  const scale = isKnown(scaleBytes) ? Number(scaleBytes) : Number(total)
  return (
    <div className={joinClasses('min-w-0', className)}>
      <div
        role="img"
        aria-label={`${label}: ${describe(amounts)}`}
        className={joinClasses('flex gap-px overflow-hidden rounded-sm', heights[size])}
      >
        {amounts.map((amount) =>
          isKnown(amount.sizeBytes) && Number(amount.sizeBytes) > 0 ? (
            <span
              key={amount.label ?? amount.tier}
              title={`${nameOf(amount)} ${formatExactBytes(amount.sizeBytes)}`}
              className={joinClasses('min-w-0.5', tierFills[amount.tier])}
              style={{ width: `${scale > 0 ? (Number(amount.sizeBytes) / scale) * 100 : 0}%` }}
            />
          ) : null,
        )}
        {hasUnknown ? <span title="Could not be read" className="hatch min-w-6 flex-1" /> : null}
        {!hasUnknown && Number(total) === 0 ? <span className="flex-1 bg-free" /> : null}
      </div>
      {legend === 'none' ? null : (
        <ul
          className={joinClasses(
            'mt-2 text-xs',
            legend === 'inline' ? 'flex flex-wrap gap-x-4 gap-y-1' : 'flex flex-col gap-1.5',
          )}
        >
          {amounts.map((amount) => (
            <li
              key={amount.label ?? amount.tier}
              className={joinClasses('flex items-center gap-1.5', legend === 'block' && 'w-full')}
            >
              <TierSwatch tier={isKnown(amount.sizeBytes) ? amount.tier : 'unknown'} />
              <span className="text-ink-2">{nameOf(amount)}</span>
              <span
                title={formatExactBytes(amount.sizeBytes)}
                className={joinClasses('font-medium text-ink', legend === 'block' && 'ml-auto')}
              >
                {formatBytes(amount.sizeBytes)}
              </span>
              <span
                className={joinClasses(
                  'text-ink-3',
                  legend === 'block' && 'w-12 text-right',
                  hasUnknown && 'invisible',
                )}
              >
                {formatPercent(shareOf(amount.sizeBytes, total))}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

export function TierSwatch({ tier, className }: { tier: Tier; className?: string | undefined }) {
  return (
    <span
      aria-hidden
      className={joinClasses('inline-block size-2.5 shrink-0 rounded-xs', tierFills[tier], className)}
    />
  )
}

function nameOf(amount: TierAmount): string {
  return amount.label ?? tierLabels[amount.tier]
}

function sumKnown(amounts: readonly TierAmount[]): bigint {
  return amounts.reduce((sum, { sizeBytes }) => (isKnown(sizeBytes) ? sum + BigInt(sizeBytes) : sum), 0n)
}

function describe(amounts: readonly TierAmount[]): string {
  return amounts.map((amount) => `${nameOf(amount)} ${formatBytes(amount.sizeBytes)}`).join(', ')
}
