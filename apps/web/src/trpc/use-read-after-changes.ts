'use client'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useChanges } from './live-changes.tsx'

/** A running tier migration announces many changes a second; a page about the whole cluster follows at this pace. */
const paceMs = 2_000
/** What a node said serves all readers of the console for up to five seconds. */
const sharedMs = 6_000

/**
 * Reads again what nodes say after changes of that kind: soon, and once more when no answer from before the last change
 * can be in use any longer. Without the second read a page would keep what was before the last of them.
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
