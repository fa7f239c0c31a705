'use client'
import { type CSSProperties, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react'
import { formatBytes } from '../format/format-bytes.ts'
import { joinClasses } from '../join-classes.ts'
import { dragPartitions } from './choose-partitions.ts'
import { HeatMapCard } from './heat-map-card.tsx'
import { HeatMapCell } from './heat-map-cell.tsx'
import { HeatMapLegend } from './heat-map-legend.tsx'
import { type HeatMapPartition, sumPartition } from './heat-map-partition.ts'
import { hasMonthGrid, layOutCells } from './lay-out-cells.ts'
import { useColumnsThatFit } from './use-columns-that-fit.ts'
import { useHeatMapKeys } from './use-heat-map-keys.ts'

export interface PartitionHeatMapProps {
  /** Accessible name: whose partitions these are. */
  label: string
  /** In the order of time or of the key; ranges follow this order. */
  partitions: readonly HeatMapPartition[]
  selected?: ReadonlySet<string> | undefined
  /** Omit for a read-only map. */
  onSelectedChange?: ((selected: ReadonlySet<string>) => void) | undefined
  className?: string | undefined
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const nothing: ReadonlySet<string> = new Set()

/** Height that the card of a partition on eight nodes takes. */
const cardRoomPx = 300

interface CardPlace {
  id: string
  style: CSSProperties
}

interface Drag {
  from: string
  before: ReadonlySet<string>
  moved: boolean
}

export function PartitionHeatMap(props: PartitionHeatMapProps) {
  const { label, partitions, selected = nothing, onSelectedChange, className } = props
  const gridRef = useRef<HTMLDivElement>(null)
  const dragRef = useRef<Drag | null>(null)
  const [hovered, setHovered] = useState<CardPlace | null>(null)
  const columns = useColumnsThatFit(gridRef, 22)
  const monthly = hasMonthGrid(partitions)
  const rows = useMemo(() => layOutCells(partitions, columns), [partitions, columns])
  const order = useMemo(
    () => rows.flatMap((row) => row.cells.flatMap((cell) => (cell ? [cell.partitionId] : []))),
    [rows],
  )
  const figures = useMemo(
    () => new Map(partitions.map((partition) => [partition.partitionId, sumPartition(partition)])),
    [partitions],
  )
  const largestBytes = [...figures.values()].reduce(
    (largest, { totalBytes }) => (totalBytes > largest ? totalBytes : largest),
    0n,
  )
  const keys = useHeatMapKeys({ rows, order, selected, onSelectedChange })
  const keyboardMove = useRef(false)

  useEffect(() => {
    if (!keyboardMove.current || keys.active === null) return
    keyboardMove.current = false
    gridRef.current?.querySelector<HTMLElement>(`[data-partition="${CSS.escape(keys.active)}"]`)?.focus()
  })

  const show = (cell: HTMLElement) => {
    const grid = gridRef.current
    const id = cell.dataset.partition
    if (!grid || id === undefined) return
    const box = cell.getBoundingClientRect()
    const frame = grid.getBoundingClientRect()
    const leftPx = Math.min(Math.max(0, box.left - frame.left - 140), Math.max(0, frame.width - 288))
    const above = box.bottom + cardRoomPx > window.innerHeight && box.top > cardRoomPx
    setHovered({
      id,
      style: above
        ? { left: leftPx, bottom: frame.bottom - box.top + 8 }
        : { left: leftPx, top: box.bottom - frame.top + 8 },
    })
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const id = cellOf(event.target)?.dataset.partition
    if (id === undefined || event.button !== 0 || !onSelectedChange) return
    keys.setFocused(id)
    const additive = event.ctrlKey || event.metaKey
    dragRef.current = { from: id, before: additive ? selected : nothing, moved: false }
    if (event.shiftKey) keys.choose(id, 'extend')
    else if (additive) keys.choose(id, 'toggle')
    else keys.choose(id, 'replace')
  }
  const onPointerOver = (event: PointerEvent<HTMLElement>) => {
    const cell = cellOf(event.target)
    if (!cell) return
    show(cell)
    const drag = dragRef.current
    const id = cell.dataset.partition
    if (!drag || id === undefined || event.buttons !== 1 || !onSelectedChange) return
    if (id !== drag.from) drag.moved = true
    if (drag.moved) onSelectedChange(dragPartitions(order, drag.before, drag.from, id))
  }
  const hoveredPartition = partitions.find((partition) => partition.partitionId === hovered?.id)
  const hoveredFigures = hovered ? figures.get(hovered.id) : undefined
  return (
    <div className={joinClasses('min-w-0', className)}>
      <div ref={gridRef} className="relative">
        {monthly ? <MonthHeader /> : null}
        {/* biome-ignore lint/a11y/useSemanticElements: the ARIA grid pattern, with one tab stop */}
        <div
          role="grid"
          aria-label={label}
          aria-multiselectable={onSelectedChange ? true : undefined}
          aria-rowcount={rows.length}
          aria-colcount={monthly ? 12 : columns}
          onKeyDown={(event) => {
            keyboardMove.current = true
            keys.onKeyDown(event)
          }}
          onPointerDown={onPointerDown}
          onPointerOver={onPointerOver}
          onPointerUp={() => {
            dragRef.current = null
          }}
          onPointerLeave={() => {
            dragRef.current = null
            setHovered(null)
          }}
          onFocus={(event) => {
            const cell = cellOf(event.target)
            if (!cell) return
            keys.setFocused(cell.dataset.partition ?? null)
            if (cell.matches(':focus-visible')) show(cell)
          }}
          onBlur={() => setHovered(null)}
          className="flex touch-pan-y flex-col gap-(--gap)"
          style={{ '--gap': '3px', '--cell-height': monthly ? '26px' : '20px' } as CSSProperties}
        >
          {rows.map((row, rowIndex) => (
            // biome-ignore lint/a11y/useSemanticElements: see above
            // biome-ignore lint/a11y/useFocusableInteractive: see above
            <div
              key={row.key}
              role="row"
              aria-rowindex={rowIndex + 1}
              className={joinClasses('grid gap-(--gap)', monthly && monthGrid)}
              style={monthly ? undefined : { gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
            >
              {monthly ? (
                // biome-ignore lint/a11y/useSemanticElements: see above
                // biome-ignore lint/a11y/useFocusableInteractive: see above
                <div role="rowheader" className="flex items-center text-ink-3 text-xs">
                  {row.label}
                </div>
              ) : null}
              {row.cells.map((partition, columnIndex) => {
                const cellFigures = partition ? figures.get(partition.partitionId) : undefined
                return partition && cellFigures ? (
                  <HeatMapCell
                    key={partition.partitionId}
                    partition={partition}
                    figures={cellFigures}
                    largestBytes={largestBytes}
                    selected={selected.has(partition.partitionId)}
                    selectable={onSelectedChange !== undefined}
                    tabbable={partition.partitionId === keys.active}
                    columnIndex={columnIndex + 1}
                  />
                ) : (
                  // biome-ignore lint/a11y/useSemanticElements: see above
                  // biome-ignore lint/a11y/useFocusableInteractive: nothing to reach here
                  <div
                    // biome-ignore lint/suspicious/noArrayIndexKey: an empty place is its position
                    key={`empty-${columnIndex}`}
                    role="gridcell"
                    aria-colindex={columnIndex + 1}
                    aria-label="no partition"
                    className={joinClasses(
                      'h-(--cell-height) rounded-xs',
                      monthly && 'border border-line border-dashed',
                    )}
                  />
                )
              })}
              {monthly ? (
                // biome-ignore lint/a11y/useSemanticElements: see above
                // biome-ignore lint/a11y/useFocusableInteractive: see above
                <div role="gridcell" className="hidden items-center justify-end text-ink-3 text-xs sm:flex">
                  <span className="sr-only">{row.label} in all: </span>
                  {formatBytes(sumRow(row.cells, figures))}
                </div>
              ) : null}
            </div>
          ))}
        </div>
        {hovered && hoveredPartition && hoveredFigures ? (
          <div aria-hidden className="pointer-events-none absolute z-30" style={hovered.style}>
            <HeatMapCard partition={hoveredPartition} figures={hoveredFigures} />
          </div>
        ) : null}
      </div>
      <div className="mt-3">
        <HeatMapLegend />
      </div>
    </div>
  )
}

const monthGrid =
  'grid-cols-[2.25rem_repeat(12,minmax(0,1fr))] sm:grid-cols-[2.5rem_repeat(12,minmax(0,1fr))_4.5rem]'

function MonthHeader() {
  return (
    <div aria-hidden className={joinClasses('mb-1 grid gap-[3px] text-2xs text-ink-3', monthGrid)}>
      <span />
      {months.map((month) => (
        <span key={month} className="truncate text-center">
          <span className="sm:hidden">{month.slice(0, 1)}</span>
          <span className="hidden sm:inline">{month}</span>
        </span>
      ))}
    </div>
  )
}

function cellOf(target: EventTarget): HTMLElement | null {
  return target instanceof HTMLElement ? target.closest<HTMLElement>('[data-partition]') : null
}

function sumRow(
  cells: readonly (HeatMapPartition | null)[],
  figures: ReadonlyMap<string, { totalBytes: bigint }>,
): bigint {
  return cells.reduce(
    (sum, cell) => sum + (cell ? (figures.get(cell.partitionId)?.totalBytes ?? 0n) : 0n),
    0n,
  )
}
