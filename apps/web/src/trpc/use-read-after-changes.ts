'use client'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useChanges } from './live-changes.tsx'

/**
 * A running tier migration announces many changes a second; a page about the whole cluster refetches at this interval.
 */
const paceMs = 2_000
/** All readers of the console share a node's results for up to five seconds. */
const sharedMs = 6_000

/**
 * Refetches node data after changes of that kind: soon, and once more when no result from before the last change can
 * still be cached. Without the second fetch a page would keep the state before it.
 */
export function useReadAfterChanges(topic: string | readonly string[], read: () => void): void {
  const readNow = useEffectEvent(read)
  const soon = useRef<ReturnType<typeof setTimeout>>(undefined)
  const last = useRef<ReturnType<typeof setTimeout>>(undefined)
  useChanges(topic, () => {
    soon.current ??= setTimeout(() => {
      soon.current = undefined
      readNow()
    }, paceMs)
    clearTimeout(last.current)
    last.current = setTimeout(() => readNow(), sharedMs)
  })
  useEffect(
    () => () => {
      clearTimeout(soon.current)
      clearTimeout(last.current)
    },
    [],
  )
}
