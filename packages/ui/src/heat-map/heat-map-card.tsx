'use client'
import { formatBytes } from '../format/format-bytes.ts'
import { formatCountOf, formatShortCount } from '../format/format-count.ts'
import { isKnown } from '../format/quantity.ts'
import { Unknown } from '../quantity-text.tsx'
import { TierBar } from '../tier-bar.tsx'
import type { HeatMapPartition, PartitionFigures } from './heat-map-partition.ts'

/** Tooltip with figures per node. The cell's accessible name has the same for screen readers. */
export function HeatMapCard({
  partition,
  figures,
}: {
  partition: HeatMapPartition
  figures: PartitionFigures
}) {
  return (
    <div className="w-72 rounded-lg bg-raised p-3 text-xs shadow-float">
      <div className="flex items-baseline justify-between gap-3">
        <span className="truncate font-medium text-ink text-sm">{partition.label}</span>
        <span className="truncate font-mono text-2xs text-ink-3">{partition.partitionId}</span>
      </div>
      <p className="mt-0.5 mb-2 text-ink-3">
        {figures.unknownNodes > 0 ? 'At least ' : ''}
        {formatBytes(figures.totalBytes)} · {formatCountOf(figures.parts, 'part')} ·{' '}
        {formatShortCount(figures.rows)} rows
      </p>
      <TierBar
        label={partition.label}
        legend="inline"
        amounts={[
          { tier: 'hot', sizeBytes: figures.hotBytes },
          { tier: 'cold', sizeBytes: figures.coldBytes },
          ...(figures.unknownNodes > 0 ? [{ tier: 'unknown' as const, sizeBytes: null }] : []),
        ]}
      />
      <table className="mt-2 w-full border-t">
        <thead className="text-2xs text-ink-3">
          <tr>
            <th className="pt-1.5 text-left font-normal">node</th>
            <th className="pt-1.5 text-right font-normal">parts</th>
            <th className="pt-1.5 text-right font-normal">hot</th>
            <th className="pt-1.5 text-right font-normal">cold</th>
          </tr>
        </thead>
        <tbody>
          {partition.nodes.slice(0, 8).map((node) => (
            <tr key={node.node}>
              <td className="max-w-24 truncate font-mono text-2xs">{node.node}</td>
              {isKnown(node.hotBytes) && isKnown(node.coldBytes) ? (
                <>
                  <td className="text-right">{formatShortCount(node.parts)}</td>
                  <td className="text-right">{formatBytes(node.hotBytes)}</td>
                  <td className="text-right">{formatBytes(node.coldBytes)}</td>
                </>
              ) : (
                <td colSpan={3} className="text-right">
                  <Unknown />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {partition.nodes.length > 8 ? (
        <p className="pt-1 text-2xs text-ink-3">and {partition.nodes.length - 8} more nodes</p>
      ) : null}
    </div>
  )
}
