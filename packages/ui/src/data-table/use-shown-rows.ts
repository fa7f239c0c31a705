'use client'
import { useEffect, useState } from 'react'
import { usePrinting } from '../print-mode.ts'
import { findShownRows, type ShownRows } from './find-shown-rows.ts'

/** For the HTML of the server, until the height is measured. */
const assumedHeightPx = 600

/** A browser cannot lay out paper for many more. */
const maxPrinted = 2_000

/** Which rows of one height are in view. */
export function useShownRows(scroller: HTMLElement | null, count: number, rowHeightPx: number): ShownRows {
  const [view, setView] = useState({ topPx: 0, heightPx: assumedHeightPx })
  useEffect(() => {
    if (!scroller) return
    const read = () => {
      const next = { topPx: scroller.scrollTop, heightPx: scroller.clientHeight }
      setView((before) => (isSameRange(before, next) ? before : next))
    }
    const isSameRange = (a: typeof view, b: typeof view) => {
      const [was, is] = [a, b].map((each) => findShownRows(each, Number.MAX_SAFE_INTEGER, rowHeightPx))
      return was?.from === is?.from && was?.to === is?.to
    }
    const observer = new ResizeObserver(read)
    observer.observe(scroller)
    scroller.addEventListener('scroll', read, { passive: true })
    return () => {
      observer.disconnect()
      scroller.removeEventListener('scroll', read)
    }
  }, [scroller, rowHeightPx])
  return usePrinting()
    ? { from: 0, to: Math.min(count, maxPrinted) }
    : findShownRows(view, count, rowHeightPx)
}
