'use client'
import { createContext, useContext, useState, useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let now: Date | null = null
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (timer === undefined) {
    now = new Date()
    timer = setInterval(() => {
      now = new Date()
      for (const notify of listeners) notify()
    }, 1000)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) {
      clearInterval(timer)
      timer = undefined
    }
  }
}

function getNow(): Date {
  now ??= new Date()
  return now
}

/** The time at which the HTML of the document was made, so that the browser hydrates the same text. */
export const HtmlTime = createContext<Date | null>(null)

/** The time, ticking once a second on one shared timer. In the HTML it is `HtmlTime`. */
export function useNow(): Date | null {
  const htmlTime = useContext(HtmlTime)
  return useSyncExternalStore<Date | null>(subscribe, getNow, () => htmlTime)
}

/** When the component was first shown; it stays. In the HTML it is `HtmlTime`. */
export function useOpenedAt(): Date {
  const htmlTime = useContext(HtmlTime)
  const hydrates = useSyncExternalStore(
    subscribeToNothing,
    () => false,
    () => true,
  )
  const [openedAt] = useState(() => (hydrates && htmlTime) || new Date())
  return openedAt
}

const subscribeToNothing = () => () => undefined
