'use client'
import { useSyncExternalStore } from 'react'

let printing = false
const listeners = new Set<() => void>()

/** While a page is printed, folds are open and tables have all rows. */
export function setPrinting(next: boolean): void {
  if (printing === next) return
  printing = next
  for (const listener of listeners) listener()
}

export function usePrinting(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => printing,
    () => false,
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
