'use client'
import { formatBytes } from '../format/format-bytes.ts'
import { formatCountOf } from '../format/format-count.ts'
import { formatPercent } from '../format/format-ratio.ts'
import { joinClasses } from '../join-classes.ts'
import { type HeatMapPartition, intensityOf, type PartitionFigures } from './heat-map-partition.ts'

interface HeatMapCellProps {
  partition: HeatMapPartition
  figures: PartitionFigures
  largestBytes: bigint
  selected: boolean
  selectable: boolean
  tabbable: boolean
  columnIndex: number
}

/**
 * The frost line: ice rises from below by the share of cold bytes, with amber above it; strength is size. A node that
 * could not be read hatches the right edge.
 */
export function HeatMapCell(props: HeatMapCellProps) {
  const { partition, figures, largestBytes, selected, selectable, tabbable } = props
  const strength = intensityOf(figures.totalBytes, largestBytes)
  const cold = figures.coldShare ?? 0
  return (
    // biome-ignore lint/a11y/useSemanticElements: a grid of cells with its own keys, as the ARIA grid pattern has it
    <div
      role="gridcell"
      data-partition={partition.partitionId}
      tabIndex={tabbable ? 0 : -1}
      aria-colindex={props.columnIndex}
      aria-selected={selectable ? selected : undefined}
      aria-label={describePartition(partition, figures)}
      className={joinClasses(
        'relative h-(--cell-height) min-w-0 select-none rounded-xs bg-sunken outline-offset-1 transition-shadow duration-75',
        selected && 'z-10 shadow-[0_0_0_2px_var(--color-surface),0_0_0_4px_var(--color-accent)]',
        !selected &&
          'hover:z-10 hover:shadow-[0_0_0_1px_var(--color-surface),0_0_0_2.5px_var(--color-ink-3)]',
      )}
    >
      <span aria-hidden className="absolute inset-0 flex flex-col overflow-hidden rounded-xs">
        {figures.totalBytes > 0n ? (
          <>
            <span className="bg-hot" style={{ height: `${(1 - cold) * 100}%`, opacity: strength }} />
            <span className="bg-cold" style={{ height: `${cold * 100}%`, opacity: strength }} />
          </>
        ) : null}
      </span>
      {figures.unknownNodes > 0 ? (
        <span
          aria-hidden
          className={joinClasses(
            'hatch absolute inset-y-0 right-0 rounded-r-xs',
            figures.totalBytes > 0n ? 'w-1/3' : 'w-full rounded-xs',
          )}
        />
      ) : null}
      {partition.moving ? (
        <span
          aria-hidden
          className="absolute inset-x-1 top-1/2 h-0.5 -translate-y-1/2 animate-shimmer rounded-full bg-ink"
        />
      ) : null}
    </div>
  )
}

function describePartition(partition: HeatMapPartition, figures: PartitionFigures): string {
  const share = figures.coldShare === null ? 'no bytes seen' : `${formatPercent(figures.coldShare)} cold`
  return [
    partition.label,
    figures.unknownNodes > 0
      ? `at least ${formatBytes(figures.totalBytes)}`
      : formatBytes(figures.totalBytes),
    share,
    formatCountOf(figures.parts, 'part'),
    ...(figures.unknownNodes > 0 ? [`${formatCountOf(figures.unknownNodes, 'node')} unknown`] : []),
    ...(partition.moving ? ['moving now'] : []),
  ].join(', ')
}
