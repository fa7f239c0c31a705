'use client'
import { useEffect, useState } from 'react'

/** Whether a scrollable element has more content to the right of what is shown. */
export function useCutOff(scroller: HTMLElement | null): boolean {
  const [isCutOff, setCutOff] = useState(false)
  useEffect(() => {
    if (!scroller) return
    // Widths of a zoomed page have fractions.
    const read = () => setCutOff(scroller.scrollLeft + scroller.clientWidth < scroller.scrollWidth - 1)
    const observer = new ResizeObserver(read)
    for (const element of [scroller, ...scroller.children]) observer.observe(element)
    scroller.addEventListener('scroll', read, { passive: true })
    return () => {
      observer.disconnect()
      scroller.removeEventListener('scroll', read)
    }
  }, [scroller])
  return isCutOff
}
