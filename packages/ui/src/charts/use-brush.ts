'use client'
import { type KeyboardEvent, useState } from 'react'

export interface Brush {
  /** The point that the keyboard reads. Null until it is used. */
  active: number | null
  /** First and last point of what is being selected. */
  selected: readonly [number, number] | null
  onPointer: (kind: 'down' | 'move' | 'up' | 'leave', index: number | null) => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  onBlur: () => void
}

/**
 * A selection of points of a chart, by dragging or by keys: arrows move by a point, with Ctrl or Page Up and Page Down by
 * a tenth, Home and End to the ends; with Shift they select; Enter zooms to the selection, Escape clears it.
 */
export function useBrush(count: number, onSelect: ((from: number, to: number) => void) | undefined): Brush {
  const [active, setActive] = useState<number | null>(null)
  const [anchor, setAnchor] = useState<number | null>(null)
  const [end, setEnd] = useState<number | null>(null)
  const clear = () => {
    setAnchor(null)
    setEnd(null)
  }
  const selected =
    anchor === null || end === null || anchor === end
      ? null
      : ([Math.min(anchor, end), Math.max(anchor, end)] as const)
  const choose = () => {
    if (selected && onSelect) onSelect(...selected)
    clear()
  }
  return {
    active: active === null || count === 0 ? null : Math.min(active, count - 1),
    selected,
    onPointer(kind, index) {
      if (!onSelect) return
      if (kind === 'leave') clear()
      else if (kind === 'up') choose()
      else if (kind === 'down') {
        setAnchor(index)
        setEnd(index)
      } else if (anchor !== null && index !== null) setEnd(index)
    },
    onKeyDown(event) {
      if (count === 0) return
      if (event.key === 'Escape' && (selected || active !== null)) {
        event.stopPropagation()
        clear()
        setActive(null)
        return
      }
      if (event.key === 'Enter') {
        choose()
        return
      }
      const from = active ?? count - 1
      const to = moveBy(event, from, count)
      if (to === null) return
      event.preventDefault()
      setActive(to)
      if (!event.shiftKey) clear()
      else {
        if (anchor === null) setAnchor(from)
        setEnd(to)
      }
    },
    onBlur() {
      clear()
      setActive(null)
    },
  }
}

function moveBy(event: KeyboardEvent, from: number, count: number): number | null {
  const far = Math.max(1, Math.round(count / 10))
  const step = event.ctrlKey ? far : 1
  const target = {
    ArrowLeft: from - step,
    ArrowDown: from - step,
    ArrowRight: from + step,
    ArrowUp: from + step,
    PageDown: from - far,
    PageUp: from + far,
    Home: 0,
    End: count - 1,
  }[event.key]
  return target === undefined ? null : Math.max(0, Math.min(count - 1, target))
}
