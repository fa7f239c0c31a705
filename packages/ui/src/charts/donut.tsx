'use client'
import type { ReactNode } from 'react'
import { formatBytes } from '../format/format-bytes.ts'
import { formatPercent, shareOf } from '../format/format-ratio.ts'
import { isKnown } from '../format/quantity.ts'
import { type Tier, tierColors, tierLabels } from '../tier.ts'
import type { TierAmount } from '../tier-bar.tsx'
import { ChartFrame } from './chart-frame.tsx'
import { DonutDrawing } from './donut-drawing.tsx'

export interface TierDonutProps {
  label: string
  amounts: readonly TierAmount[]
  /** Middle of the ring: the total, say. */
  children?: ReactNode
  sizePx?: number | undefined
  className?: string | undefined
}

/** A ring of tiers. What could not be read is not drawn as a slice; the caller says so next to it. */
export function TierDonut({ label, amounts, children, sizePx = 168, className }: TierDonutProps) {
  const known = amounts.filter((amount) => isKnown(amount.sizeBytes) && Number(amount.sizeBytes) > 0)
  const total = known.reduce((sum, amount) => sum + Number(amount.sizeBytes), 0)
  const slices = known.map((amount) => ({
    key: amount.label ?? amount.tier,
    label: amount.label ?? tierLabels[amount.tier],
    value: Number(amount.sizeBytes),
    color: tierColors[amount.tier],
  }))
  const empty = [{ key: 'free', label: 'nothing', value: 1, color: tierColors['free' satisfies Tier] }]
  return (
    <div className={className} style={{ width: sizePx }}>
      <div className="relative">
        <ChartFrame
          label={label}
          heightPx={sizePx}
          columns={['Tier', 'Bytes', 'Share']}
          rows={amounts.map((amount) => ({
            key: amount.label ?? amount.tier,
            cells: [
              amount.label ?? tierLabels[amount.tier],
              formatBytes(amount.sizeBytes),
              formatPercent(shareOf(amount.sizeBytes, total)),
            ],
          }))}
        >
          <DonutDrawing slices={slices.length > 0 ? slices : empty} />
        </ChartFrame>
        {children ? (
          <div className="pointer-events-none absolute inset-0 flex flex-col items-center justify-center text-center">
            {children}
          </div>
        ) : null}
      </div>
    </div>
  )
}
