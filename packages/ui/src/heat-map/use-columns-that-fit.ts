'use client'
import { type RefObject, useEffect, useState } from 'react'

/** How many cells of a width fit into an element; 24 until it has been measured. */
export function useColumnsThatFit(ref: RefObject<HTMLElement | null>, cellWidthPx: number): number {
  const [columns, setColumns] = useState(24)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setColumns(Math.max(1, Math.floor(entry.contentRect.width / cellWidthPx)))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref, cellWidthPx])
  return columns
}
