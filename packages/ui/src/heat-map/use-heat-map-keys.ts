'use client'
import { type KeyboardEvent, useState } from 'react'
import { choosePartition, type Modifier } from './choose-partitions.ts'
import type { HeatMapRow } from './lay-out-cells.ts'

interface HeatMapKeysOptions {
  rows: readonly HeatMapRow[]
  order: readonly string[]
  selected: ReadonlySet<string>
  onSelectedChange?: ((selected: ReadonlySet<string>) => void) | undefined
}

/**
 * Keys of the map: arrows move (through months without a partition), Home and End go to the ends of the row, with
 * Ctrl to the ends of the map; Space or Enter toggles, Shift with an arrow extends, Ctrl+A takes all, Escape none.
 */
export function useHeatMapKeys({ rows, order, selected, onSelectedChange }: HeatMapKeysOptions) {
  const [focused, setFocused] = useState<string | null>(null)
  const [anchor, setAnchor] = useState<string | null>(null)
  const active = focused !== null && order.includes(focused) ? focused : (order[0] ?? null)

  const choose = (id: string, modifier: Modifier) => {
    const next = choosePartition({ order, selected, anchor }, id, modifier)
    setAnchor(next.anchor)
    onSelectedChange?.(next.selected)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (active === null) return
    const target = findTarget(rows, order, active, event)
    const command = event.ctrlKey || event.metaKey
    if (target !== null) {
      setFocused(target)
      if (event.shiftKey && onSelectedChange) {
        const from = anchor ?? active
        setAnchor(from)
        onSelectedChange(choosePartition({ order, selected, anchor: from }, target, 'extend').selected)
      } else setAnchor(null)
    } else if ((event.key === ' ' || event.key === 'Enter') && onSelectedChange) choose(active, 'toggle')
    else if (command && event.key.toLowerCase() === 'a' && onSelectedChange) onSelectedChange(new Set(order))
    else if (event.key === 'Escape' && selected.size > 0 && onSelectedChange) onSelectedChange(new Set())
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return { active, setFocused, anchor, setAnchor, choose, onKeyDown }
}

function findTarget(
  rows: readonly HeatMapRow[],
  order: readonly string[],
  active: string,
  event: KeyboardEvent,
): string | null {
  const rowIndex = rows.findIndex((row) => row.cells.some((cell) => cell?.partitionId === active))
  const row = rows[rowIndex]
  if (!row) return null
  const column = row.cells.findIndex((cell) => cell?.partitionId === active)
  const position = order.indexOf(active)
  const inRow = row.cells.flatMap((cell) => (cell ? [cell.partitionId] : []))
  const command = event.ctrlKey || event.metaKey
  switch (event.key) {
    case 'ArrowLeft':
      return order[Math.max(0, position - 1)] ?? null
    case 'ArrowRight':
      return order[Math.min(order.length - 1, position + 1)] ?? null
    case 'ArrowUp':
      return findInColumn(rows.slice(0, rowIndex).reverse(), column) ?? active
    case 'ArrowDown':
      return findInColumn(rows.slice(rowIndex + 1), column) ?? active
    case 'Home':
      return (command ? order[0] : inRow[0]) ?? null
    case 'End':
      return (command ? order.at(-1) : inRow.at(-1)) ?? null
    default:
      return null
  }
}

function findInColumn(rows: readonly HeatMapRow[], column: number): string | null {
  for (const row of rows) {
    const cell = row.cells[column]
    if (cell) return cell.partitionId
  }
  return null
}
