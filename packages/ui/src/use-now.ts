'use client'
import { useSyncExternalStore } from 'react'

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

/** The time, ticking once a second on one shared timer; null on the server. */
export function useNow(): Date | null {
  return useSyncExternalStore<Date | null>(subscribe, getNow, () => null)
}
